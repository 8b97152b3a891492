"use strict";
/** For `require`: Node can require an ES module since 20.19 and 22.12. */
try {
  module.exports = require("./index.js");
} catch (error) {
  if (error.code !== "ERR_REQUIRE_ESM") throw error;
  throw new Error(
    `Node ${process.versions.node} cannot require viewmodel-host, which is an ES module: ` +
      'write `const { Host } = await import("viewmodel-host")`, which CommonJS can, too, or take Node 20.19 or 22.12',
    { cause: error },
  );
}
