import type { EmulatorOptions, Emulator, Received } from '#sandbox/kit/emulator.ts'
import { consentPage, FaultDesk, play } from '#sandbox/kit/emulator.ts'

interface Note {
  account: string
  text: string
  reply_to?: string
  media?: Received['media']
  extra?: Record<string, unknown>
}

/** A platform as small as one can be, for tests of the sandbox itself: `POST /notes` keeps a note, JSON or form. */
export function tinyEmulator(options: EmulatorOptions): Emulator {
  const people = [
    { id: '1', username: 'ann', name: 'Ann Archer' },
    { id: '2', username: 'bo', name: 'Bo <Baker>' },
  ]
  const faults = new FaultDesk()
  let notes: Received[] = Array.isArray(options.saved) ? [...options.saved] : []
  const changed = () => options.changed?.(() => notes)

  return {
    people,
    faults,
    own_faults: ['moody'],
    posts: (account) => notes.filter((note) => account === undefined || note.account === account),
    reset() {
      notes = []
      faults.clear()
      changed()
    },
    async routes(app) {
      app.get('/web/authorize', (_request, reply) =>
        reply
          .type('text/html')
          .send(consentPage({ platform: 'Tiny', app: 'A service', scopes: ['write'], people })),
      )
      app.post<{ Body: { person: string; decision: string } }>('/web/authorize', (request, reply) =>
        reply.redirect(`/back?who=${request.body.person}&said=${request.body.decision}`, 303),
      )
      app.post<{ Body: Note }>('/notes', (request, reply) => {
        const keep = () => {
          const { account, text, reply_to = null, media = [], extra = {} } = request.body
          const id = String(notes.length + 1)
          const created_at = options.now().toISOString()
          const url = `${options.url}/web/${id}`
          notes.push({ id, account, text, created_at, url, reply_to, media, extra })
          changed()
          return { id }
        }
        const fault = faults.take('post', [request.body.account])
        return play(fault, { request, reply }, keep, { status: 500, body: { oh: 'no' } })
      })
    },
  }
}
