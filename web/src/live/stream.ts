/**
 * What changes, as it happens: one stream for a browser and workspace, however many pages are open. One of them leads, by a
 * lock, and hands on to the others what it hears; when it closes, the next one goes on where it was. The first begins where
 * the page began to read.
 */
import { cursorIn, keepCursor } from './cursors.ts'
import type { Happened, Moved, News, Upload } from './news.ts'

interface Listening {
  workspace: number
  tell: (news: News) => void
}

const FIRST_PAUSE = 500
const LONGEST_PAUSE = 4_000

/** Where there are no locks nobody may lead: pages then ask for themselves. */
export const canListen = () =>
  typeof EventSource !== 'undefined' && 'locks' in navigator && 'BroadcastChannel' in window

/** Until what it answers is called. */
export function listen({ workspace, tell }: Listening): () => void {
  const name = `crier.live.${workspace}`
  const channel = new BroadcastChannel(name)
  const stop = new AbortController()
  let leads = false
  let live = false
  let uploads: Upload[] = []

  function take(news: News) {
    if (stop.signal.aborted) return
    if (news.kind !== 'state' && news.kind !== 'under_way' && news.cursor !== undefined)
      keepCursor(workspace, news.cursor)
    if (news.kind === 'state') live = news.live
    if (news.kind === 'under_way') uploads = news.uploads ?? uploads
    tell(news)
  }
  function hand(news: News) {
    take(news)
    if (!stop.signal.aborted) channel.postMessage(news)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<News | 'how is it?'>) => {
    if (data === 'how is it?') {
      if (!leads) return
      channel.postMessage({ kind: 'state', live } satisfies News)
      channel.postMessage({ kind: 'under_way', deliveries: [], uploads } satisfies News)
    } else take(data)
  })
  channel.postMessage('how is it?')

  const lead = async () => {
    leads = true
    let pause = FIRST_PAUSE
    while (!stop.signal.aborted) {
      const cursor = cursorIn(workspace)
      const came = await hear({
        workspace,
        cursor,
        signal: stop.signal,
        opened: () => {
          pause = FIRST_PAUSE
          // A stream tells those that there are, and not that there are none.
          if (uploads.length) hand({ kind: 'under_way', deliveries: [], uploads: [] })
          // Without a place to go on from, what happened meanwhile is not told.
          if (cursor === undefined) hand({ kind: 'resync', cursor })
          hand({ kind: 'state', live: true })
        },
        hand,
      })
      if (stop.signal.aborted) break
      if (!came || pause > FIRST_PAUSE) hand({ kind: 'state', live: false })
      await rest(pause, stop.signal)
      pause = Math.min(pause * 2, LONGEST_PAUSE)
    }
  }
  void navigator.locks.request(name, { signal: stop.signal }, lead).catch(() => undefined)
  return () => {
    stop.abort()
    channel.close()
  }
}

/** One connection, until it ends. Answers whether it was open at all. */
function hear({
  workspace,
  cursor,
  signal,
  opened,
  hand,
}: {
  workspace: number
  cursor: string | undefined
  signal: AbortSignal
  opened: () => void
  hand: (news: News) => void
}): Promise<boolean> {
  return new Promise((resolve) => {
    const after = cursor === undefined ? '' : `?after=${encodeURIComponent(cursor)}`
    const source = new EventSource(`/console/workspaces/${workspace}/live${after}`)
    let came = false
    const end = () => {
      // The browser would come back by itself, and later than we do.
      source.close()
      resolve(came)
    }
    source.addEventListener('open', () => {
      came = true
      opened()
    })
    source.addEventListener('error', end)
    signal.addEventListener('abort', end, { once: true })
    source.addEventListener('events', ({ data, lastEventId }: MessageEvent<string>) => {
      const { events } = JSON.parse(data) as { events: Happened[] }
      hand({ kind: 'events', events, cursor: lastEventId })
    })
    source.addEventListener('resync', ({ lastEventId }: MessageEvent<string>) =>
      hand({ kind: 'resync', cursor: lastEventId }),
    )
    source.addEventListener('under_way', ({ data }: MessageEvent<string>) => {
      const told = JSON.parse(data) as { deliveries: Moved[]; uploads?: Upload[] }
      hand({ kind: 'under_way', ...told })
    })
  })
}

function rest(ms: number, signal: AbortSignal) {
  return new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
