"use strict";
/** The path of the program that this package was installed with; null where it was installed without one. */
function bundledProgram() {
  const { name } = require("../package.json");
  try {
    return require.resolve(`${name}-${process.platform}-${process.arch}/bin/${name}`);
  } catch {
    return null; // it lies in a package of its own for each platform
  }
}

module.exports = { bundledProgram };
