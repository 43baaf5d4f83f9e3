/** Starts a child that can take neither the machine's memory nor its processor for itself, nor write anything. */
import { type ChildProcess, spawn } from 'node:child_process'

/** The JavaScript heap; picture data lie beside it, under the next limit. */
const HEAP_MB = 256
/** All memory a process has for itself. 24 megapixels need half of it, at most. */
const MEMORY_KB = 1024 * 1024
/** So that a child in an endless loop ends even when we were killed first. A warm one that gets there is replaced. */
const PROCESSOR_SECONDS = 300

/** Under the shell, since Node cannot set limits of the kernel; where there is no such shell, the heap's limit remains. */
export function launch(program: string): ChildProcess {
  const node = [
    process.execPath,
    `--max-old-space-size=${HEAP_MB}`,
    '--permission',
    '--allow-fs-read=*',
    '--allow-addons',
    program,
  ]
  const limits = `ulimit -d ${MEMORY_KB}; ulimit -t ${PROCESSOR_SECONDS}; exec "$@"`
  const [command = '', ...words] =
    process.platform === 'win32' ? node : ['/bin/sh', '-c', limits, 'sh', ...node]
  return spawn(command, words, {
    // Nothing that a file makes a library print may fill our log, and no secret of ours is in the child's environment.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
    serialization: 'advanced',
  })
}
