/**
 * TikTok as its documents describe it, strict and with a memory: Login Kit, Content Posting API, Display API, faults.
 * Everything follows docs/facts/tiktok.md, which quotes developers.tiktok.com.
 * Hosts: `open.tiktokapis.com` under `/api`, `www.tiktok.com` under `/web`, the upload host under `/upload`.
 *
 * Calls, as faults name them: `upload` (video init and all parts but the last), `post` (the last part; photo init),
 * `status`, `me`, `read`, `token`. Refusals set on `post` meet the init of a video too, where TikTok checks them.
 */
import { crowd, named } from '../kit/crowd.ts'
import { FaultDesk, type Emulator } from '../kit/emulator.ts'
import { onItsOwn } from '../kit/on-its-own.ts'
import { answerRefusals } from '../kit/refusal.ts'
import { appear } from './appearing.ts'
import { ownFaults, specialFaults } from './faults.ts'
import { pullDue } from './landing.ts'
import { inboxCalls } from './inbox.ts'
import { mountOauth } from './oauth.ts'
import { mountPages, received } from './pages.ts'
import { publishingCalls } from './publishing.ts'
import { readCalls } from './reads.ts'
import { refusal } from './refusal.ts'
import { changed, mountCalls, type Creator, type Service } from './service.ts'
import { createStore, isRefused } from './state.ts'
import { mountUploads } from './uploads.ts'

const openTo = ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY']
const plain = { privacy_levels: openTo, comment_disabled: false, max_seconds: 600 }

const people: readonly Creator[] = [
  { id: '-000Q1bnoeAda7', username: 'ada.moves', name: 'Ada Lindqvist', ...plain },
  { id: '-000Q1bnoeBru9', username: 'bruno.bakes', name: 'Bruno Okafor', ...plain },
  {
    id: '-000Q1bnoePri3',
    username: 'private.pia',
    name: 'Pia Weiss',
    privacy_levels: ['FOLLOWER_OF_CREATOR', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
    comment_disabled: true,
    max_seconds: 180,
  },
  ...crowd((number) => ({
    id: `-000Q1bnoeCr${number}`,
    username: `crowd.${number}`,
    name: `Crowd ${number}`,
    ...plain,
  })),
]

/** `private.pia` has a private account: nothing of hers is public, and her videos are short. */
export const emulator = onItsOwn((options): Emulator => {
  const service: Service = {
    options,
    people,
    faults: new FaultDesk(),
    store: createStore(options.saved),
  }
  return {
    people: named(people),
    faults: service.faults,
    own_faults: [...Object.keys(ownFaults), ...specialFaults],
    async routes(app) {
      app.removeAllContentTypeParsers()
      app.addContentTypeParser('*', (_request, _payload, done) => done(null))
      answerRefusals(app)
      app.addHook('preHandler', async () => pullDue(service))
      mountCalls(app, service, [...publishingCalls, ...inboxCalls, ...readCalls])
      mountOauth(app, service)
      mountUploads(app, service)
      mountPages(app, service)
      app.all('/api/*', async () => {
        throw refusal(404, 'invalid_params', 'Unsupported path(Janus)')
      })
    },
    posts(account) {
      const now = service.options.now().getTime()
      const person = people.find(({ id, username }) => account === id || account === username)
      return [...service.store.publishes.values()]
        .filter((each) => each.landed_at !== null && !each.inbox && !isRefused(each, now))
        .filter(({ open_id }) => account === undefined || open_id === person?.id)
        .map((publish) => received(service, publish))
    },
    drafts: () =>
      [...service.store.publishes.values()]
        .filter(({ inbox, landed_at }) => inbox && landed_at !== null)
        .map((publish) => {
          const { extra, ...draft } = received(service, publish)
          return { ...draft, extra: { ...extra, kind: 'INBOX' } }
        }),
    appear: (appearance) => appear(service, appearance),
    reset() {
      service.store = createStore(undefined, service.store.lastId)
      service.faults.clear()
      changed(service)
    },
  }
})
