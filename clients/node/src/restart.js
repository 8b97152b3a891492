/** Creates the instances of a host that has ended again, in its successor. */
import { RequestFailedError } from "./errors.js";

/**
 * Asks for each instance with the id, the parameters, the used instances and the observed outputs that it had, in the order of
 * their creation, so that those that are used come first. One that the new host refuses is closed with its reason.
 * @throws the error with which the new host ended, if it did
 */
export async function restoreInstances(instances, { connection }) {
  const answers = instances.mirrors().map((mirror) => {
    const convert = (result) => instances.restarted(mirror, result);
    const failure = (method, error) => {
      instances.close(mirror, `it could not be created again: ${error.message}`);
      return new RequestFailedError(method, error);
    };
    return connection.request("viewModel/create", mirror.creation, { convert, failure }).promise;
  });
  for (const { reason } of await Promise.allSettled(answers)) {
    if (reason !== undefined && !(reason instanceof RequestFailedError)) throw reason;
  }
}
