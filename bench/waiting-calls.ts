/**
 * Loaded before a worker: tells on its output, one line of JSON each, from when to when a call to a platform was out.
 * `from` is when the call was handed to the socket, `to` when the answer had arrived whole, in milliseconds of the clock.
 */
import { subscribe } from 'node:diagnostics_channel'
import { z } from 'zod'

const Told = z.object({ request: z.custom<object>((value) => typeof value === 'object') })
const began = new WeakMap<object, number>()
const clock = () => performance.timeOrigin + performance.now()

subscribe('undici:request:create', (message) => {
  began.set(Told.parse(message).request, clock())
})
for (const end of ['undici:request:trailers', 'undici:request:error']) {
  subscribe(end, (message) => {
    const from = began.get(Told.parse(message).request)
    if (from !== undefined)
      process.stdout.write(`${JSON.stringify({ call: { from, to: clock() } })}\n`)
  })
}
