/** How the processes of api-processes.ts ask each other for their metrics: whichever is scraped answers for all. */
import { z } from 'zod'

const Message = z.union([
  z.object({ metrics_wanted: z.number() }),
  z.object({ metrics_told: z.number(), text: z.string() }),
])

/** The other end, as node:child_process has it on both sides. */
export interface Other {
  send?(message: object, callback: (error: Error | null) => void): boolean
  on(event: 'message', heard: (message: unknown) => void): unknown
}

/** Who has not answered by then is left out; its time series end where others see that. */
const PATIENCE = 2_000

/** Answers with what `tell` says; `ask` resolves with the other's text, or undefined when none comes. */
export function metricsChannel(other: Other, tell: () => Promise<string>) {
  const waiting = new Map<number, (text: string) => void>()
  let asked = 0
  const send = (message: object) => other.send?.(message, () => {})
  other.on('message', (raw) => {
    const { data: message } = Message.safeParse(raw)
    if (!message) return
    if ('text' in message) return waiting.get(message.metrics_told)?.(message.text)
    void tell().then((text) => send({ metrics_told: message.metrics_wanted, text }))
  })
  return async function ask(): Promise<string | undefined> {
    const number = ++asked
    let timer: NodeJS.Timeout | undefined
    const answer = new Promise<string | undefined>((resolve) => {
      waiting.set(number, resolve)
      timer = setTimeout(resolve, PATIENCE, undefined)
    })
    send({ metrics_wanted: number })
    try {
      return await answer
    } finally {
      clearTimeout(timer)
      waiting.delete(number)
    }
  }
}
