"use strict";
/** Drives ViewModels that live in a viewmodel-host process. README.md shows how. */
module.exports = { ...require("./errors.cjs"), ...require("./host.cjs"), ...require("./instance.cjs") };
