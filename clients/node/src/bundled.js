/** The program that this package was installed with. */
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** Its path; null where the package was installed without one. It lies in a package of its own for each platform. */
export function bundledProgram() {
  const { name } = require("../package.json");
  try {
    return require.resolve(`${name}-${process.platform}-${process.arch}/bin/${name}`);
  } catch {
    return null;
  }
}
