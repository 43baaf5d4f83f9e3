/**
 * What makes an emulator a stranger, whichever it is: a clock of its own, posts of others beside ours, and a memory of which
 * request made which post and of what was taken down or changed, which the wire tells and no answer shows.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type {
  Appearance,
  Author,
  Emulator,
  EmulatorOptions,
  FaultDesk,
  MakeEmulator,
  Received,
} from './emulator.ts'
import { mountFaces } from './faces.ts'
import { drawOthers } from './others.ts'

export function onItsOwn(make: MakeEmulator): MakeEmulator {
  return (options) => {
    const requests = new AsyncLocalStorage<{ mark: string | undefined }>()
    const marks = new Map<string, string>()
    const authors = new Map<string, Author>()
    const gone = new Map<string, Received>()
    const said = new Map<string, string[]>()
    /** Made, and not yet seen among the posts. */
    let fresh: string[] = []
    /** What is made now is nobody's request. */
    let appearing = false
    const now = ownTime(options, () => emulator.faults)

    const emulator: Emulator = make({
      get url() {
        return options.url
      },
      clients: options.clients,
      now,
      saved: options.saved,
      changed(state) {
        company()
        options.changed?.(state)
      },
      made(id) {
        if (appearing) return
        const mark = requests.getStore()?.mark
        if (mark !== undefined) marks.set(id, mark)
        fresh.push(id)
      },
      gone(id) {
        const post = listed().find((each) => each.id === id)
        if (!post) return
        const mark = requests.getStore()?.mark
        const at = now().toISOString()
        gone.set(id, { ...post, gone: mark === undefined ? { at } : { at, mark } })
      },
      reworded(id) {
        const post = emulator.posts().find((each) => each.id === id)
        if (post) said.set(id, [...(said.get(id) ?? []), post.text])
      },
    })

    emulator.faults.mark = () => requests.getStore()?.mark

    /** Others appear beside what was just made. */
    function company() {
      const made = fresh
      fresh = []
      if (!made.length || !emulator.appear || !emulator.faults.standing('others_post')) return
      for (const { id, account, text } of emulator
        .posts()
        .filter((each) => made.includes(each.id))) {
        const person = emulator.people.find((one) => one.id === account)
        const fault = emulator.faults.takeNamed('others_post', [
          account,
          person?.username ?? account,
        ])
        if (!fault) continue
        for (const other of drawOthers(text, fault.seed, id)) {
          appear({ account, ...other })
        }
      }
    }

    function appear(appearance: Appearance) {
      appearing = true
      try {
        const id = emulator.appear?.(appearance)
        if (id !== undefined) authors.set(id, appearance.by)
        return id
      } finally {
        appearing = false
      }
    }

    function listed(account?: string): Received[] {
      return emulator.posts(account).map((post) => {
        const mark = marks.get(post.id)
        const by = authors.get(post.id)
        const before = said.get(post.id)
        return {
          ...post,
          ...(mark === undefined ? {} : { mark }),
          ...(by === undefined ? {} : { by }),
          ...(before === undefined ? {} : { said: before }),
        }
      })
    }

    return {
      ...emulator,
      async routes(app, registered) {
        app.addHook('onRequest', async (_request, reply) => {
          reply.header('date', now().toUTCString())
        })
        // Not earlier: reading the body forgets who asked.
        app.addHook('preHandler', ({ headers }, _reply, done) => {
          const mark = headers['x-sandbox-mark']
          requests.run({ mark: Array.isArray(mark) ? mark[0] : mark }, done)
        })
        mountFaces(app)
        await emulator.routes(app, registered)
      },
      posts: listed,
      gone() {
        // A request that failed behind it may have been undone.
        const there = new Set(emulator.posts().map(({ id }) => id))
        return [...gone.values()].filter(({ id }) => !there.has(id))
      },
      ...(emulator.appear && {
        appear,
      }),
      reset() {
        marks.clear()
        authors.clear()
        gone.clear()
        said.clear()
        emulator.reset()
      },
    }
  }
}

/** The platform's own time: as far off as the fault `clock` says, for as long as it is set. */
function ownTime({ now }: Pick<EmulatorOptions, 'now'>, faults: () => FaultDesk) {
  let seen: { fault: unknown; since: number } | undefined
  return () => {
    const real = now()
    const fault = faults().standing('clock')
    if (!fault) return real
    if (seen?.fault !== fault) seen = { fault, since: real.getTime() }
    const gained = ((real.getTime() - seen.since) / 3_600_000) * fault.drift
    return new Date(real.getTime() + fault.ms + gained)
  }
}
