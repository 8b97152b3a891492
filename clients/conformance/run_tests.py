"""`python3 -m unittest`, with a limit for each test, and last lines as `clients/test` wants them.

These say which tests were skipped, and how many there were.
"""

from __future__ import annotations

import faulthandler
import unittest

# In seconds, for a test that waits for ever: it shows where, and ends the run. The slowest takes
# some seconds on a fast machine.
LIMIT = 1200


class Result(unittest.TextTestResult):
    def startTest(self, test: unittest.TestCase) -> None:
        faulthandler.dump_traceback_later(LIMIT, exit=True)
        super().startTest(test)


class Runner(unittest.TextTestRunner):
    resultclass = Result

    def run(self, test: unittest.TestSuite | unittest.TestCase) -> unittest.TestResult:
        result = super().run(test)
        for skipped, reason in result.skipped:
            self.stream.writeln(f"skipped: {skipped.id()}: {reason}")
        self.stream.writeln(f"{result.testsRun} tests, {len(result.skipped)} skipped")
        return result


if __name__ == "__main__":
    unittest.main(module=None, testRunner=Runner)
