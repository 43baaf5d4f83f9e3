/**
 * Bluesky, played from its documents: a PDS with its authorization server (`/pds`), the directory of DIDs (`/plc`), the
 * AppView's public reads (`/public`), the video service (`/video`) and the page of a post (`/web`), all below
 * `options.url`. Real hosts have no path; here the issuer is `<url>/pds`, and `.well-known` follows it.
 *
 * Four people live here; a person's app password is `app-pass-<handle>`, as in `app-pass-ada.sandbox.test`. The OAuth
 * development client `http://localhost?redirect_uri=…&scope=…` needs no registration.
 *
 * Faults are set for `post`, `record`, `delete`, `upload`, `session`, `token` or `read`; see `emulator/faults.ts`.
 * Likes, reposts and bookmarks grow by themselves with the age of a post; replies and quotes are counted.
 */
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { FaultDesk, type Emulator } from '../kit/emulator.ts'
import { onItsOwn } from '../kit/on-its-own.ts'
import { appear } from './appearing.ts'
import { appViewMethods, proxiedMethods } from './appview.ts'
import { authorize } from './authorize.ts'
import { ownFaults } from './faults.ts'
import { posts } from './feed.ts'
import { didDocument } from './identity.ts'
import { oauth } from './oauth.ts'
import { people } from './people.ts'
import { repoMethods } from './repo-methods.ts'
import { serverMethods } from './server-methods.ts'
import { countLinks, deleteRecord } from './repo.ts'
import { videoMethods } from './video.ts'
import { web } from './web.ts'
import { dumpState, loadState } from './saved.ts'
import { newState, type Store } from './store.ts'
import { xrpc } from './xrpc.ts'

export const emulator = onItsOwn((options): Emulator => {
  const faults = new FaultDesk()
  const store: Store = {
    options,
    faults,
    state: loadState(options.saved),
    now: () => options.now().getTime(),
    touch: () => options.changed?.(() => dumpState(store.state)),
  }
  countLinks(store)
  return {
    routes: async (app) => {
      const pds = { ...proxiedMethods, ...serverMethods, ...repoMethods }
      await app.register(xrpc(store, pds), { prefix: '/pds' })
      await app.register(oauth(store), { prefix: '/pds' })
      await app.register(authorize(store), { prefix: '/pds' })
      await app.register(plc(store), { prefix: '/plc' })
      await app.register(xrpc(store, appViewMethods), { prefix: '/public' })
      await app.register(xrpc(store, videoMethods), { prefix: '/video' })
      await app.register(web(store), { prefix: '/web' })
    },
    people,
    faults,
    own_faults: ownFaults,
    posts: (account) => posts(store, account),
    appear: (appearance) => appear(store, appearance),
    take_down(uri) {
      const [did = '', collection = '', rkey = ''] = uri.replace('at://', '').split('/')
      const repo = store.state.repos.get(did)
      if (repo) deleteRecord(store, repo, { collection, rkey })
      store.touch()
    },
    reset() {
      store.state = newState()
      faults.clear()
      store.touch()
    },
  }
})

const address = z.object({ did: z.string() })

/** The directory of DIDs: `GET /plc/<did>` (web.plc.directory). */
function plc(store: Store): FastifyPluginAsync {
  return async (app) => {
    app.get('/:did', (request, reply) => {
      const { did } = address.parse(request.params)
      const person = people.find(({ id }) => id === did)
      if (!person) return reply.code(404).send({ message: `DID not registered: ${did}` })
      return reply.type('application/did+ld+json').send(JSON.stringify(didDocument(store, person)))
    })
  }
}
