/** News from PostgreSQL: one connection that listens, and comes back by itself when it breaks. */
import pg from 'pg'

export interface Listener extends AsyncDisposable {
  /** Calls back for every notice on the channel, and with undefined after a gap in which notices may have been missed. */
  on(channel: string, heard: (about: string | undefined) => void): () => void
  /** Shows its name anew, once that has changed. */
  rename(): Promise<void>
}

const RETRY = 500

/** `name`: as other processes see it. */
export async function listen(
  config: pg.ClientConfig,
  channels: readonly string[],
  name: () => string = () => 'crier-listen',
): Promise<Listener> {
  const listeners = new Map<string, Set<(about: string | undefined) => void>>()
  let closed = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined

  function tell(channel: string, about: string | undefined) {
    for (const heard of listeners.get(channel) ?? []) heard(about)
  }

  async function connect() {
    const fresh = new pg.Client({ ...config, application_name: name(), keepAlive: true })
    fresh.on('error', again)
    fresh.on('end', again)
    fresh.on('notification', ({ channel, payload }) => tell(channel, payload ?? ''))
    let over = false
    function again() {
      if (over || closed) return
      over = true
      client = undefined
      fresh.end().catch(() => {})
      retry = setTimeout(() => void connect().catch(again), RETRY)
    }
    try {
      await fresh.connect()
      for (const channel of channels) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch {
      return again()
    }
    if (closed) return fresh.end()
    client = fresh
    for (const channel of channels) tell(channel, undefined)
  }

  await connect()
  return {
    on(channel, heard) {
      const heardBy = listeners.get(channel) ?? new Set()
      listeners.set(channel, heardBy.add(heard))
      return () => heardBy.delete(heard)
    },

    async rename() {
      // Away it comes back under the name that it has by then.
      await client?.query(`select set_config('application_name', $1, false)`, [name()])
    },

    async [Symbol.asyncDispose]() {
      closed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}
