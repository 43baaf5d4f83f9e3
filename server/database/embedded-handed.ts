import { open } from 'node:fs/promises'
import { existsSync } from 'node:fs'

/**
 * Whether a program can be handed folders instead of their paths. PostgreSQL does not run as root, and the user that it
 * runs as can enter neither root's home nor a closed DATA_DIR; what was opened before it started, it can use.
 */
export const entersByHand = existsSync('/proc/self/fd')

/** Where standard input, output, errors and what our shell uses end. */
const FIRST = 4

export interface Handed extends AsyncDisposable {
  /** What the program calls them. */
  names: string[]
  /** For the `stdio` of the child, after its first three. */
  stdio: ('ignore' | number)[]
}

/** `folders` as a child sees them that may not walk to them; disposed of once it runs. */
export async function handOver(folders: readonly string[]): Promise<Handed> {
  await using stack = new AsyncDisposableStack()
  const handles = []
  for (const folder of folders) handles.push(stack.use(await open(folder)))
  const held = stack.move()
  return {
    names: folders.map((_, index) => `/proc/self/fd/${FIRST + index}`),
    stdio: ['ignore', ...handles.map(({ fd }) => fd)],
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}
