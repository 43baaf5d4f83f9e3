/** Starts a child that can take neither the machine's memory nor its processor for itself, nor write anything. */
import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'

/** The JavaScript heap; picture data lie beside it, under the next limit. */
const HEAP_MB = 256
/** All memory a process has for itself. With half of it, a warm child failed at a WebP of 24 megapixels. */
const MEMORY_KB = 2 * 1024 * 1024
/** So that a child in an endless loop ends even when we were killed first. A warm one that gets there is replaced. */
const PROCESSOR_SECONDS = 300
/**
 * What answers callers comes first: a third of the weight that it has. Whoever brings many files at once leaves the rest
 * of the processor to those who bring one. A process can go down in rank but, without privilege, not up again: so each
 * rank has children of its own.
 */
const NICE = { single: 5, crowd: 15 } as const

export type Rank = keyof typeof NICE

export function launch(program: string, rank: Rank): ChildProcess {
  const node = [
    `--max-old-space-size=${HEAP_MB}`,
    '--permission',
    '--allow-fs-read=*',
    '--allow-addons',
  ]
  const { command, words } = limited(process.execPath, [...node, program])
  const child = spawn(command, words, {
    // Nothing that a file makes a library print may fill our log, and no secret of ours is in the child's environment.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // One arena for each thread keeps what was freed from the next image.
    env: { MALLOC_ARENA_MAX: '2' },
    serialization: 'advanced',
  })
  // The shell becomes the child, with what it was given.
  if (child.pid !== undefined) setPriority(child.pid, NICE[rank])
  return child
}

/** Under a shell, since Node cannot set limits of the kernel; without such a shell the command stays as it is. */
export function limited(command: string, words: readonly string[]) {
  if (process.platform === 'win32') return { command, words }
  const script = `ulimit -d ${MEMORY_KB}; ulimit -t ${PROCESSOR_SECONDS}; exec "$@"`
  return { command: '/bin/sh', words: ['-c', script, 'sh', command, ...words] }
}
