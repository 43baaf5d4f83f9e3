/** A service with a receiver that it may reach, and webhooks on it. */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { type Body, openService, type TestService } from '../service.ts'
import { callers } from '../surfaces/callers.ts'
import { openReceiver, type Receiver } from './receiver.ts'

const Made = z.looseObject({ id: z.string(), secret: z.string(), url: z.string() })

export const Sends = z.object({
  data: z.array(
    z.looseObject({
      id: z.string(),
      event_id: z.string().nullable(),
      type: z.string().nullable(),
      state: z.string(),
      tries: z.number(),
      due_at: z.string(),
      last_status: z.number().nullable(),
      last_error: z.string().nullable(),
      answer: z.string().nullable(),
    }),
  ),
})
export type Send = z.infer<typeof Sends>['data'][number]

export interface HookStage extends AsyncDisposable {
  service: TestService
  receiver: Receiver
  rest: ReturnType<typeof callers>['rest']
  /** A webhook there; `token`: as another key makes it. */
  hook(this: void, path: string, more?: Body, token?: string): Promise<z.infer<typeof Made>>
  sends(id: string, state?: string): Promise<Send[]>
  /** Waits until the sends of a webhook are as wanted. */
  soon(id: string, is: (sends: Send[]) => boolean): Promise<Send[]>
  /** What is waiting becomes due now. */
  hurry(): Promise<void>
}

export async function openHooks(
  environment: Record<string, string> = {},
  now?: () => Date,
): Promise<HookStage> {
  await using stack = new AsyncDisposableStack()
  const receiver = stack.use(await openReceiver())
  const service = stack.use(
    await openService({ WEBHOOK_PRIVATE_HOSTS: receiver.host, ...environment }, now ? { now } : {}),
  )
  const { rest } = callers(service)
  const sends = async (id: string, state?: string) => {
    const { body } = await rest('list_webhook_sends', {
      id,
      per_page: 200,
      ...(state && { state }),
    })
    return Sends.parse(body).data
  }
  const owned = stack.move()
  return {
    service,
    receiver,
    rest,
    sends,

    async hook(path, more = {}, token) {
      const call = token === undefined ? rest : callers(service, token).rest
      const said = await call('create_webhook', { url: receiver.url(path), ...more })
      assert.equal(said.code, undefined, JSON.stringify(said.body))
      return Made.parse(said.body)
    },

    async soon(id, is) {
      const until = performance.now() + 60_000
      for (;;) {
        const all = await sends(id)
        if (is(all)) return all
        assert.ok(performance.now() < until, JSON.stringify(all))
        await wait(25)
      }
    },

    async hurry() {
      await service.query(
        `update webhook_sends set due_at = now() - interval '1 hour' where state = 'waiting'`,
      )
      await service.query(`select pg_notify('sends', '')`)
    },

    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
