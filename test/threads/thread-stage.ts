/** A thread of five parts on one account of a platform, and what the platform shows of it. */
import assert from 'node:assert/strict'
import { getPost } from '#operations/posts/get-post.ts'
import { Post } from '#rules/post.ts'
import { type NewPost, openEngine } from '../engine.ts'

/** The first call of each part. */
const BEGINS = /\/2\/tweets$|listRecords|\/me\/threads$|\/feed$|\/rest\/posts$|\/comments$/

/** Five parts, the first with a picture, and a first comment. */
export async function onStage(platform: string, person = 0) {
  const engine = await openEngine()
  const make = engine.workspace.bind(engine)
  const workspace = await make()
  const account = await engine.connect(workspace, platform, person)
  const textsOf = (name: string) => [1, 2, 3, 4, 5].map((part) => `${name}, said in part ${part}`)
  return Object.assign(engine, {
    workspace_id: workspace,
    account_id: account,
    platform,
    textsOf,
    /** Another workspace that has the same account. */
    async workspace_of(other: string) {
      const id = await make()
      return { workspace_id: id, account_id: await engine.connect(id, other) }
    },
    /** Plays the fault once, on the call that publishes that part. */
    loses(part: number, fault: string) {
      let armed = false
      engine.wire.around = async (call, url) => {
        if (!armed && BEGINS.test(url) && engine.texts(platform).length === part - 1) {
          armed = true
          engine.fault(platform, fault, { times: 1 })
        }
        return call()
      }
    },
    /** The first call of that part. */
    begins: (part: number) => (url: string) =>
      BEGINS.test(url) && engine.texts(platform).length === part - 1,
    thread(name: string, more: Partial<NewPost> = {}) {
      const [text = '', ...thread] = textsOf(name)
      return engine.post(workspace, { text, thread, accounts: [account], ...more })
    },
    async seen(id: number, within = workspace) {
      const post = Post.parse(await engine.ask(within, getPost, { id }))
      const [told] = post.per_account
      assert.ok(told)
      return { ...told, outcome: post.outcome, needs: post.needs, parts: told.parts ?? [] }
    },
    /** Each post and comment of the platform, with what it stands below by its place. */
    chain() {
      const posts = engine.emulator(platform).posts()
      return posts.map(({ text, reply_to }) => {
        const above = posts.findIndex(({ id }) => id === reply_to)
        return [text, above === -1 ? null : above]
      })
    },
  })
}
/** As `chain` tells a thread that is whole. */
export const inARow = (texts: readonly string[]) =>
  texts.map((text, index) => [text, index === 0 ? null : index - 1])
