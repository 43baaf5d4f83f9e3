/** One call of each kind on every platform, through its connector, for tests of what answers to it mean. */
import assert from 'node:assert/strict'
import { bluesky } from '#platforms/bluesky/connector.ts'
import { account as blueskyAccount } from '#platforms/bluesky/test/stub.ts'
import { facebook } from '#platforms/facebook/connector.ts'
import { account as facebookAccount } from '#platforms/facebook/test/testing.ts'
import { google_business } from '#platforms/google_business/connector.ts'
import { account as googleAccount } from '#platforms/google_business/test/testing.ts'
import { instagram } from '#platforms/instagram/connector.ts'
import { account as instagramAccount } from '#platforms/instagram/test/testing.ts'
import { file, photo } from '#platforms/kit/test/files.ts'
import { NOW, publication, type Reply, stepOf } from '#platforms/kit/test/stage.ts'
import { linkedin } from '#platforms/linkedin/connector.ts'
import { page } from '#platforms/linkedin/test/testing.ts'
import { pinterest } from '#platforms/pinterest/connector.ts'
import { account as pinterestAccount, placed } from '#platforms/pinterest/test/testing.ts'
import type { Account, Connector, Json, Publication, Tools } from '#platforms/platform.ts'
import { threads } from '#platforms/threads/connector.ts'
import { account as threadsAccount } from '#platforms/threads/test/testing.ts'
import { tiktok } from '#platforms/tiktok/connector.ts'
import { account as tiktokAccount } from '#platforms/tiktok/test/testing.ts'
import { x } from '#platforms/x/connector.ts'
import { account as xAccount } from '#platforms/x/test/testing.ts'
import { youtube } from '#platforms/youtube/connector.ts'
import { account as youtubeAccount } from '#platforms/youtube/test/testing.ts'

export type Call = 'publish' | 'prepare' | 'look' | 'token' | 'metrics'

interface Playing {
  /** Answers to the calls before the one that is meant. */
  before?: readonly Reply[]
  run: (tools: Tools) => Promise<unknown>
}

export type Calls = { readonly [call in Call]?: Playing } & {
  /** An error in the platform's own words, which its table does not know. */
  readonly theirs: (status: number, call: Call) => object
}

interface Acting {
  connector: Connector
  account: Account
  post?: Partial<Publication>
  /** What the steps before have left. */
  saved?: Record<string, Json>
  /** Names of the steps. */
  publishes?: string
  prepares?: string
  /** Of a post whose preparation is called, where it is another one. */
  with_files?: Partial<Publication>
  posts?: readonly string[]
}

function callsOf(acting: Acting, theirs: Calls['theirs']): Calls {
  const { connector, account, post, saved = {}, publishes = 'post', prepares } = acting
  const { with_files = post, posts = ['1'] } = acting
  const step = (tools: Tools, name: string, content = post) =>
    stepOf(connector.publish(publication(content), account, tools), name)
  return {
    theirs,
    publish: { run: async (tools) => step(tools, publishes).run(saved) },
    ...(prepares && {
      prepare: { run: async (tools) => step(tools, prepares, with_files).run(saved) },
    }),
    look: {
      async run(tools) {
        const found = step(tools, publishes)
        assert.ok(found.effect !== 'prepares')
        return found.look(saved, { from: NOW, look: 1 })
      },
    },
    token: { run: async (tools) => connector.refresh(account, tools) },
    ...(connector.metrics && {
      metrics: { run: async (tools) => connector.metrics?.(posts, account, tools) },
    }),
  }
}

const graph = () => ({ error: { message: 'Odd.', type: 'OAuthException', code: 77_777 } })
const google = (status: number, call: Call) =>
  call === 'token'
    ? { error: 'something_new', error_description: 'Odd.' }
    : { error: { code: status, message: 'Odd.', status: 'ODD', errors: [{ reason: 'odd' }] } }

const image = { media: [file('image/png')] }
const made = { id: '900', made_at: NOW.toISOString() }
const creator = {
  username: 'ada',
  privacy_level: 'SELF_ONLY',
  disable_comment: false,
  disable_duet: false,
  disable_stitch: false,
}
const renewable = { ...page, secret: { ...page.secret, refresh_token: 'refresh-token-of-ada' } }

export const CALLS: Readonly<Record<string, Calls>> = {
  bluesky: callsOf(
    {
      connector: bluesky,
      account: blueskyAccount,
      saved: { key: { rkey: '3lbhtytnn2k2f', created_at: NOW.toISOString(), mentions: {} } },
      prepares: 'upload_0',
      with_files: image,
      posts: ['at://did:plc:alice2222222222222222222/app.bsky.feed.post/3lbhtytnn2k2f'],
    },
    () => ({ error: 'SomethingNew', message: 'Odd.' }),
  ),
  facebook: callsOf(
    { connector: facebook, account: facebookAccount, prepares: 'upload_0', with_files: image },
    graph,
  ),
  google_business: callsOf({ connector: google_business, account: googleAccount }, google),
  instagram: callsOf(
    {
      connector: instagram,
      account: instagramAccount,
      post: { media: [photo] },
      saved: { ready: { container: '900' } },
      prepares: 'container',
    },
    graph,
  ),
  linkedin: callsOf(
    {
      connector: linkedin,
      account: renewable,
      prepares: 'upload_0',
      with_files: image,
      posts: ['urn:li:share:1'],
    },
    (status, call) =>
      call === 'token'
        ? { error: 'something_new', error_description: 'Odd.' }
        : { status, code: 'SOMETHING_NEW', message: 'Odd.' },
  ),
  pinterest: callsOf(
    {
      connector: pinterest,
      account: pinterestAccount,
      post: image,
      saved: { place: placed() },
      prepares: 'upload_0',
      with_files: { media: [file('video/mp4')] },
    },
    () => ({ code: 77_777, message: 'Odd.' }),
  ),
  threads: callsOf(
    {
      connector: threads,
      account: threadsAccount,
      saved: { container: made },
      prepares: 'container',
    },
    graph,
  ),
  tiktok: callsOf(
    {
      connector: tiktok,
      account: tiktokAccount,
      post: { media: [photo] },
      saved: { creator },
      prepares: 'upload',
      with_files: { media: [file('video/mp4')] },
    },
    (_, call) =>
      call === 'token'
        ? { error: 'something_new', error_description: 'Odd.' }
        : { error: { code: 'something_new', message: 'Odd.', log_id: '1' } },
  ),
  x: callsOf(
    { connector: x, account: xAccount, prepares: 'upload_0', with_files: image },
    (status) => ({ title: 'Odd', detail: 'Odd.', type: 'about:blank', status }),
  ),
  // The video itself goes through a session that speaks by its status (resumable.test.ts).
  youtube: callsOf(
    {
      connector: youtube,
      account: youtubeAccount,
      post: { media: [file('video/mp4')], first_comment: 'First' },
      saved: { post: { platform_post_id: 'vid_4711abc' } },
      publishes: 'comment',
      prepares: 'session',
    },
    google,
  ),
}
