/** Routes by which tests and people steer the sandbox. They are reachable on the sandbox's own port only. */
import type { FastifyPluginCallback, FastifyReply } from 'fastify'
import { z } from 'zod'
import { commonFaults, type Emulator } from '../kit/emulator.ts'
import type { Clock } from './clock.ts'

const newFault = z.strictObject({
  /** Id or username; '*' for everyone. */
  account: z.string().min(1),
  fault: z.string(),
  times: z.int().min(1).max(1_000_000).default(1),
  on: z.string().min(1).optional(),
  ms: z.int().min(0).max(600_000).optional(),
})

const newTime = z.strictObject({
  advance_ms: z
    .int()
    .min(0)
    .max(10 * 365 * 86_400_000),
})

const oneAccount = z.object({ account: z.string().optional() })

/** The routes below `/_sandbox`. */
export function adminRoutes({
  emulators,
  clock,
  whose,
}: {
  emulators: ReadonlyMap<string, Emulator>
  clock: Clock
  whose: string | undefined
}): FastifyPluginCallback {
  const time = () => ({ now: clock.now().toISOString(), ahead_ms: clock.ahead })

  return (app, _, done) => {
    app.get('/whose', () => ({ whose: whose ?? null }))
    app.get('/clock', time)
    app.post('/clock', (request, reply) => {
      const body = newTime.safeParse(request.body)
      if (!body.success) return invalid(reply, body.error)
      clock.advance(body.data.advance_ms)
      return time()
    })

    app.delete('/', (_request, reply) => {
      for (const emulator of emulators.values()) emulator.reset()
      return reply.code(204).send()
    })

    for (const [platform, emulator] of emulators) {
      const { faults } = emulator
      const known = [...commonFaults, ...emulator.own_faults]
      const fault = newFault.extend({ fault: z.enum(known) })
      const armed = () => ({ waiting: faults.waiting(), played: faults.played, known })

      app.get(`/${platform}/faults`, armed)
      app.post(`/${platform}/faults`, (request, reply) => {
        const body = fault.safeParse(request.body)
        if (!body.success) return invalid(reply, body.error, { known_faults: known })
        const { account, fault: name, times, on = 'post', ms = 0 } = body.data
        faults.set({ account, fault: name, times, on, ms })
        return reply.code(201).send(armed())
      })
      app.delete(`/${platform}/faults`, (_request, reply) => {
        faults.clear()
        return reply.code(204).send()
      })
      app.get(`/${platform}/posts`, (request, reply) => {
        const query = oneAccount.safeParse(request.query)
        return query.success ? emulator.posts(query.data.account) : invalid(reply, query.error)
      })
    }

    app.setNotFoundHandler((request, reply) =>
      reply.code(404).send({
        error: {
          code: 'not_found',
          message: `${request.method} ${request.url} is no route of the sandbox.`,
          platforms: [...emulators.keys()],
        },
      }),
    )
    done()
  }
}

/** Every problem at once, by field. */
function invalid(reply: FastifyReply, error: z.ZodError, more: Record<string, unknown> = {}) {
  const errors: Record<string, string[]> = {}
  for (const issue of error.issues) {
    const fields =
      issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.') || 'body']
    for (const field of fields) (errors[field] ??= []).push(issue.message)
  }
  return reply.code(422).send({ message: 'The request is not valid.', errors, ...more })
}
