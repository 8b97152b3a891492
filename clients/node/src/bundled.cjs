"use strict";
/** The path of the program in the package for this platform; null if it is not installed. */
function bundledProgram() {
  const { name } = require("../package.json");
  try {
    return require.resolve(`${name}-${process.platform}-${process.arch}/bin/${name}`);
  } catch {
    return null;
  }
}

module.exports = { bundledProgram };
