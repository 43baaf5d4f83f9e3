/** Routes by which tests and people steer the sandbox. They are reachable on the sandbox's own port only. */
import type { FastifyPluginCallback, FastifyReply } from 'fastify'
import { z } from 'zod'
import { commonFaults, type Emulator } from '../kit/emulator.ts'
import type { Clock } from './clock.ts'
import { impossible, strangersOf } from './strangers.ts'

/** A day: how far a clock may be off, and how long anything else may last is less. */
const longest = 86_400_000

const newFault = z.strictObject({
  /** Id or username; '*' for everyone. */
  account: z.string().min(1),
  fault: z.string(),
  times: z.int().min(1).max(1_000_000).default(1),
  on: z.string().min(1).optional(),
  /** Negative for a clock that is behind. */
  ms: z.int().min(-longest).max(longest).optional(),
  /** Of a page. */
  status: z.int().min(200).max(599).optional(),
  /** By which a fault draws. */
  seed: z.int().min(0).max(4_294_967_295).optional(),
  /** Milliseconds an hour that a clock gains. */
  drift: z.int().min(-longest).max(longest).optional(),
})

const newTime = z.strictObject({
  advance_ms: z
    .int()
    .min(0)
    .max(10 * 365 * 86_400_000),
})

const newPost = z.strictObject({
  account: z.string().min(1),
  text: z.string().max(100_000),
  by: z.enum(['other_app', 'other_person']).default('other_app'),
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
      const own = [...commonFaults, ...strangersOf(platform), ...emulator.own_faults]
      const known = [...new Set(own)]
      const fault = newFault.extend({ fault: z.enum(known) }).superRefine(checkParameters)
      const armed = () => ({ waiting: faults.waiting(), played: faults.played, known })

      app.get(`/${platform}/faults`, armed)
      app.post(`/${platform}/faults`, (request, reply) => {
        const body = fault.safeParse(request.body)
        if (!body.success)
          return invalid(reply, body.error, {
            known_faults: known,
            impossible: impossible[platform] ?? {},
          })
        faults.set(body.data)
        return reply.code(201).send(armed())
      })
      app.delete(`/${platform}/faults`, (_request, reply) => {
        faults.clear()
        return reply.code(204).send()
      })
      app.get(`/${platform}/met`, () => ({ met: faults.met }))
      app.get(`/${platform}/posts`, (request, reply) => {
        const query = oneAccount.safeParse(request.query)
        return query.success ? emulator.posts(query.data.account) : invalid(reply, query.error)
      })
      app.get(`/${platform}/gone`, () => emulator.gone?.() ?? [])
      app.post(`/${platform}/posts`, (request, reply) => {
        const body = newPost.safeParse(request.body)
        if (!body.success) return invalid(reply, body.error)
        const id = emulator.appear?.(body.data)
        if (id !== undefined) return reply.code(201).send({ id })
        return reply.code(422).send({ message: `${platform} lists no such post.` })
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

/** Only what a fault makes something of. */
function checkParameters(
  { fault, ms = 0, status, drift }: z.output<typeof newFault>,
  context: z.RefinementCtx,
) {
  const wrong = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  if (fault !== 'clock' && (ms < 0 || ms > 600_000)) wrong('ms', 'must be from 0 to 600000')
  if (fault !== 'clock' && drift !== undefined) wrong('drift', 'is for a clock')
  if (!fault.endsWith('page') && status !== undefined) wrong('status', 'is for a page')
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
