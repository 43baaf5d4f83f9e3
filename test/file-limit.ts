/**
 * Loaded before each test file of a whole run: one that never ends fails instead of holding up the whole run. `--test-timeout` ends a test, but
 * not a file whose tests are over and which something still keeps alive.
 */
const FILE_LIMIT_MS = 10 * 60 * 1000

if (process.env['NODE_TEST_CONTEXT'])
  setTimeout(() => {
    process.stderr.write(`${process.argv[1]} did not end within ${FILE_LIMIT_MS / 1000} s.\n`)
    process.exit(1)
  }, FILE_LIMIT_MS).unref()
