/** The steps of a publication: the quota, containers, waiting for them, the post, what its author says below it. */
import { z } from 'zod'
import type { LookWindow, Ours } from '../evidence.ts'
import { commentsOf } from '../kit/thread.ts'
import { ask, Id } from '../meta/graph.ts'
import {
  type Account,
  Failure,
  type Json,
  type PreparingStep,
  type Publication,
  type PublishingStep,
  type Saved,
  type Step,
  type Tools,
  type UseUp,
} from '../platform.ts'
import {
  childContainer,
  awaitFinished,
  parentContainer,
  type Access,
  singleContainer,
} from './containers.ts'
import { knownOf, look, lookAtComments } from './look.ts'
import { Options } from './manifest.ts'
import { receiptOf } from './permalink.ts'
import { graphOf } from './access.ts'

const MOST = 10
const Container = z.object({ container: Id })
const Published = z.object({ platform_post_id: Id.nullable() })
const Created = z.object({ id: Id })

export function publish(publication: Publication, account: Account, tools: Tools): readonly Step[] {
  const access = { account, tools }
  const { text, media } = publication
  const { kind, trial_reel } = Options.parse(publication.options)
  const story = kind === 'story'
  const preparation = preparing(access, publication)
  const listed = trial_reel === undefined
  const lookFor = (container: string | null, { from, look: number }: LookWindow) =>
    look(access, { container, media, story, listed, from, look: number })
  const ours = (): Ours => ({
    ...OURS,
    role: story ? 'story' : 'post',
    parent: null,
    text: story ? '' : text,
    has_media: true,
  })
  const result: PublishingStep['result'] = async ({ ids: [id = ''], url }) =>
    url === null ? receiptOf(access, id) : { platform_post_id: id, platform_url: url }
  const steps: Step[] = [...preparation]
  steps.push({
    name: 'post',
    effect: 'publishes_once',
    run: async (saved) => {
      const { container } = Container.parse(saved['ready'])
      try {
        return await release(access, container)
      } catch (error) {
        if (!(error instanceof Failure) || !isGone(error)) throw error
        throw await afterGone(access, container, publication, error)
      }
    },
    ours,
    look: (saved, window) => lookFor(Container.parse(saved['ready']).container, window),
    result,
    unsaved: { ours, look: (_, window) => lookFor(null, window), result },
    key_of: preparation.map(({ name }) => name),
  })
  if (story) return steps
  const comments = commentsOf(publication).map(({ text: said, ...step }): PublishingStep => ({
    ...step,
    effect: 'publishes_once',
    run: async (saved) => comment(access, postId(saved), said),
    ours: (saved) => ({
      ...OURS,
      role: 'comment',
      parent: Published.parse(saved['post']).platform_post_id,
      text: said,
      has_media: false,
    }),
    look: (saved, { from }) => lookAtComments(access, { post: postId(saved), from }),
    result: ({ ids: [id = ''] }) => ({ platform_post_id: id, platform_url: null }),
  }))
  return [...steps, ...comments]
}

/** Numbers of media are made when they are published; the app is not shown, and twins are taken. */
const OURS = { media: [], app: null, twins: false }

function preparing(access: Access, publication: Publication): PreparingStep[] {
  const { media } = publication
  const options = Options.parse(publication.options)
  if (media.length > MOST) return [tooMany('A carousel has at most ten images and videos.')]
  if (media.length > 1 && options.kind !== 'post')
    return [tooMany(`A ${options.kind} is one file.`)]
  const children = media.length > 1 ? media : []
  return [
    { name: 'quota', effect: 'prepares', run: () => quota(access) },
    ...children.map((one, index): PreparingStep => ({
      name: `upload_${index}`,
      effect: 'prepares',
      counts: 'containers',
      run: async () => ({ container: await childContainer(access, one) }),
    })),
    {
      name: 'container',
      effect: 'prepares',
      counts: 'containers',
      run: async (saved) => {
        const ids = children.map((_, index) => Container.parse(saved[`upload_${index}`]).container)
        const id = ids.length
          ? await parentContainer(access, publication, options, ids)
          : await singleContainer(access, publication, options)
        return { container: id }
      },
    },
    {
      name: 'ready',
      effect: 'prepares',
      run: async (saved, useUp) => {
        const { container } = Container.parse(saved['container'])
        try {
          return { container: await awaitFinished(access, container) }
        } catch (error) {
          if (!(error instanceof Failure) || !isGone(error)) throw error
          return { container: await anew(access, publication, useUp) }
        }
      },
    },
  ]
}

const isGone = ({ code }: Failure) => code === 'container_gone'

/** A container that was refused is made anew by the next attempt, which saves it before it publishes: a look asks about that one. */
async function afterGone(
  access: Access,
  container: string,
  { media }: Publication,
  error: Failure,
): Promise<Failure> {
  const known = await knownOf(access, container, 1).catch((other: unknown) => {
    if (other instanceof Failure) return undefined
    throw other
  })
  const { code, message, retry_at, words } = error
  // Nothing is known of the container: the refused call is simply repeated.
  if (known === undefined) return error
  if (known.is === 'landed') return new Failure('unknown', code, message, { words, cause: error })
  const forget = [...media.map((_, index) => `upload_${index}`), 'container', 'ready']
  return new Failure('later', code, message, { retry_at, words, forget, cause: error })
}

/** Everything before the post once more: what was lost has been counted, and so is what takes its place. */
async function anew(access: Access, publication: Publication, useUp?: UseUp): Promise<string> {
  const options = Options.parse(publication.options)
  const { media } = publication
  if (media.length === 1) {
    await useUp?.('containers', 1)
    return awaitFinished(access, await singleContainer(access, publication, options))
  }
  const ids: string[] = []
  for (const one of media) {
    await useUp?.('containers', media.length + 1 - ids.length)
    ids.push(await childContainer(access, one))
  }
  await useUp?.('containers', 1)
  return awaitFinished(access, await parentContainer(access, publication, options, ids))
}

async function release(access: Access, container: string): Promise<Json> {
  const { account, tools } = access
  const { id } = await ask(graphOf(account, tools), {
    purpose: 'publish',
    method: 'POST',
    path: `/${account.platform_account_id}/media_publish`,
    form: { creation_id: container },
    answer: Created,
  })
  return receiptOf(access, id)
}

async function comment({ account, tools }: Access, post: string, message: string): Promise<Json> {
  const { id } = await ask(graphOf(account, tools), {
    purpose: 'publish',
    method: 'POST',
    path: `/${post}/comments`,
    form: { message },
    answer: Created,
  })
  return { platform_post_id: id, platform_url: null }
}

const Quota = z.object({
  data: z.array(
    z.object({
      quota_usage: z.number(),
      config: z.object({ quota_total: z.number() }).nullish().catch(null),
    }),
  ),
})
const HOUR = 3_600_000

/**
 * Documents disagree on the number, so the account's own is asked: a full quota costs no container then. Reads were seen
 * refused (100/33) for weeks in which publishing worked: that one is stops nothing.
 */
async function quota({ account, tools }: Access): Promise<Json> {
  const told = await ask(graphOf(account, tools), {
    purpose: 'prepare',
    method: 'GET',
    path: `/${account.platform_account_id}/content_publishing_limit`,
    query: { fields: 'config,quota_usage' },
    answer: Quota,
  }).catch((error: unknown) => {
    if (error instanceof Failure && error.kind === 'rejected') return undefined
    throw error
  })
  const limit = told?.data[0]
  const total = limit?.config?.quota_total
  if (!limit || total === undefined || limit.quota_usage < total) return {}
  const message = 'This account has published as much as Instagram allows in 24 hours.'
  const retry_at = new Date(tools.now().getTime() + HOUR)
  throw new Failure('later', 'daily_limit', message, { retry_at, scope: 'account' })
}

function tooMany(message: string): PreparingStep {
  const run = async () => Promise.reject(new Failure('rejected', 'too_many_media', message))
  return { name: 'container', effect: 'prepares', run }
}

function postId(saved: Saved): string {
  const { platform_post_id } = Published.parse(saved['post'])
  if (platform_post_id !== null) return platform_post_id
  const message =
    'Instagram says that the post is out, but not which it is: nothing can be said below it yet.'
  throw new Failure('rejected', 'not_shown_yet', message)
}
