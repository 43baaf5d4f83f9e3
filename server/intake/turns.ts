/**
 * Whose bytes are taken next. Reading a body is quick work, but all of it is done by one thread: forty large bodies of one
 * workspace would keep a small one of another waiting for all of theirs. So workspaces take turns, a part of some kilobytes
 * each, and between two turns the process hears whatever else has come.
 */

/** Resolves when it is this workspace's turn. Nobody waits who is alone. */
export type Turn = (workspace_id: number) => Promise<void>

export function turns(): Turn {
  // In the order of their turns: whoever was served goes to the end.
  const waiting = new Map<number, (() => void)[]>()
  let isGoing = false

  return async (workspace_id) => {
    if (!isGoing) {
      isGoing = true
      setImmediate(serve)
      return
    }
    await new Promise<void>((resolve) => {
      const line = waiting.get(workspace_id)
      if (line) line.push(resolve)
      else waiting.set(workspace_id, [resolve])
    })
  }

  function serve() {
    const [next] = waiting
    isGoing = next !== undefined
    if (!next) return
    const [id, line] = next
    waiting.delete(id)
    line.shift()?.()
    if (line.length) waiting.set(id, line)
    setImmediate(serve)
  }
}

/** The same bytes, each part in its turn. */
export async function* inTurn(bytes: AsyncIterable<Uint8Array>, turn: () => Promise<void>) {
  for await (const part of bytes) {
    await turn()
    yield part
  }
}
