/**
 * Where a person answers whether a post is there, led by a mail or the bell. Looking changes nothing, and a mail's link only
 * chooses what is asked; the answer is the operation that everybody uses.
 */
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import { perform } from '#operations/perform.ts'
import { getPost } from '#operations/posts/get-post.ts'
import { retryPost } from '#operations/posts/retry-post.ts'
import { membership } from '#people/members.ts'
import { calledOf } from '#rules/called.ts'
import { Candidate, DeliveryStatus } from '#rules/delivery.ts'
import { Problem } from '#rules/problem.ts'
import { abilitiesOf, credentialOfPerson, leashOf } from '#rules/role.ts'
import { type AnswerWords, answerWords } from './answer-words.ts'
import { answerError } from './errors.ts'
import { type ConsoleDependencies, idIn, requireOrigin, signedIn } from './console/dependencies.ts'
import { type ApiDependencies, contextOf, goneSignal } from './guard.ts'
import { escape, frame, sendPage } from './page.ts'

const Given = z.object({
  answer: z.string().max(520).catch(''),
  updated_at: z.string().max(40).optional().catch(undefined),
})
const Asked = z.object({ it: z.enum(['is', 'is-not']).optional().catch(undefined) })

const Shown = z.looseObject({
  updated_at: z.string(),
  content: z.string(),
  scheduled_at: z.string().nullable(),
  deleted_at: z.string().nullish(),
  per_account: z.array(
    z.looseObject({
      account_id: z.int(),
      platform: z.string(),
      username: z.string(),
      blocked_reason: z.string().nullish(),
      status: DeliveryStatus,
      candidates: z.array(Candidate).nullish(),
    }),
  ),
  socialAccounts: z.array(z.looseObject({ id: z.int(), name: z.string() })),
})

const address = '/answers/:workspace_id/:post_id/:account_id'

export async function answerPages(
  app: FastifyInstance,
  deps: ConsoleDependencies,
  api: ApiDependencies,
) {
  await app.register(formbody)
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof Problem))
      return answerError(error as Error & { code: string; name: string }, request, reply)
    const words = wordsFor(request)
    const body = `<p lang="en">${escape(error.message)}</p>${overview(words)}`
    return sendPage(reply.code(error.status), frame(words.failed, body, words.lang))
  })

  app.get(address, async (request, reply) => {
    const context = await enter(request, reply)
    const words = wordsFor(request)
    if (!context) return signInFirst(request, reply, words)
    const { it } = Asked.parse(request.query)
    return sendPage(reply, await questionOf(request, { context, words }, it))
  })

  app.post(address, async (request, reply) => {
    requireOrigin(deps, request)
    const context = await enter(request, reply)
    const words = wordsFor(request)
    if (!context) return signInFirst(request, reply, words)
    const { answer, updated_at } = Given.parse(request.body ?? {})
    const [id, account_id] = [idIn(request, 'post_id'), idIn(request, 'account_id')]
    const raw = {
      id,
      ...(updated_at !== undefined && { updated_at }),
      ...choiceOf(answer, account_id),
    }
    const call = { operation: retryPost, dialect: undefined, raw, idempotency_key: undefined }
    try {
      await perform(call, context)
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'post_changed') throw error
      // Somebody else answered, or the platform did.
      return sendPage(reply.code(409), await questionOf(request, { context, words }, undefined))
    }
    const said = answer === 'is-not' ? words.again : words.counted
    const body = `<p>${said}</p>${overview(words)}`
    return sendPage(reply, frame(words.thanks, body, words.lang))
  })

  /** As whoever is signed in in this browser, as far as their role goes. Undefined: nobody is. */
  async function enter(request: FastifyRequest, reply: FastifyReply): Promise<Context | undefined> {
    const signed = await signedIn(deps, request)
    if (!signed) return undefined
    locales.set(request, signed.person.locale)
    const workspace_id = idIn(request, 'workspace_id')
    const { role } = await membership(deps.people, { workspace_id, person_id: signed.person.id })
    request.holder = {
      workspace_id,
      credential: credentialOfPerson(signed.person.id),
      abilities: abilitiesOf(role),
      leash: leashOf(role),
    }
    return contextOf(api, request, 'dashboard', goneSignal(reply))
  }

  async function questionOf(
    request: FastifyRequest,
    { context, words }: { context: Context; words: AnswerWords },
    it: 'is' | 'is-not' | undefined,
  ) {
    const [id, account_id] = [idIn(request, 'post_id'), idIn(request, 'account_id')]
    const call = { operation: getPost, dialect: undefined, raw: { id }, idempotency_key: undefined }
    const post = Shown.parse((await perform(call, context)).output)
    const account = post.per_account.find((each) => each.account_id === account_id)
    if (!account) throw new Problem('not_found', 'The post does not go to this account.')
    const name = post.socialAccounts.find(({ id }) => id === account_id)?.name ?? account.username
    const called = calledOf({ username: account.username, name })
    const place = `${api.environment.manifests[account.platform]?.name ?? account.platform} (${called})`
    if (post.deleted_at) return frame(words.answered, `<p>${words.deleted}</p>`, words.lang)
    if (account.blocked_reason !== 'outcome_unknown') {
      const stands = `<p>${words.stands(escape(place), account.status)}</p>`
      return frame(words.answered, stands, words.lang)
    }
    return page({ ...post, place, candidates: account.candidates ?? [] }, words, it)
  }
}

interface Question {
  content: string
  updated_at: string
  place: string
  candidates: readonly Candidate[]
}

/** Every possible answer is a button of its own; the one that the link stood for comes first. */
function page(
  { content, updated_at, place, candidates }: Question,
  words: AnswerWords,
  it: 'is' | 'is-not' | undefined,
) {
  const there = [
    ...candidates.map((each) => candidateOf(each, words, updated_at)),
    choice('is', candidates.length ? words.none : words.is, updated_at),
  ]
  const absent = [choice('is-not', words.isNot, updated_at)]
  const text = content.slice(0, 300).toWellFormed()
  return frame(
    words.question,
    `<p>${words.lost(escape(place))}</p>
<ul><li>${escape(text)}</li></ul>
<p>${candidates.length ? words.found : words.nothing}</p>
${(it === 'is-not' ? [...absent, ...there] : [...there, ...absent]).join('\n')}
<p><small>${words.twice}</small></p>`,
    words.lang,
  )
}

function candidateOf({ id, url, text, at }: Candidate, words: AnswerWords, updated_at: string) {
  const place =
    url !== null && /^https?:/.test(url)
      ? ` <a href="${escape(url)}" rel="noreferrer">${words.look}</a>`
      : ''
  const time = at === null ? '' : ` <small>${escape(at)}</small>`
  return `<ul><li>${escape(text)}${time}${place}${choice(`is:${id}`, words.thisOne, updated_at)}</li></ul>`
}

function choice(answer: string, label: string, updated_at: string) {
  return `<form method="post"><input type="hidden" name="answer" value="${escape(answer)}"><input type="hidden" name="updated_at" value="${escape(updated_at)}"><p><button>${escape(label)}</button></p></form>`
}

function choiceOf(answer: string, account_id: number) {
  if (answer === 'is-not') return { confirm_not_published: [account_id] }
  const [, candidate_id] = /^is:(.+)$/s.exec(answer) ?? []
  if (answer !== 'is' && candidate_id === undefined)
    throw new Problem('bad_request', 'Choose one of the answers.')
  return {
    mark_published: [{ account_id, ...(candidate_id !== undefined && { candidate_id }) }],
  }
}

function overview(words: AnswerWords) {
  return `<p><a class="go" href="/">${words.overview}</a></p>`
}

/** Whoever is signed in may keep a language. */
const locales = new WeakMap<FastifyRequest, string | null>()

function wordsFor(request: FastifyRequest) {
  return answerWords(locales.get(request), request.headers['accept-language'])
}

function signInFirst({ url }: FastifyRequest, reply: FastifyReply, words: AnswerWords) {
  const to = `/sign-in?${new URLSearchParams({ return_to: url }).toString()}`
  const body = `<p>${words.signInTo}</p><p><a class="go" href="${escape(to)}">${words.signIn}</a></p>`
  return sendPage(reply.code(401), frame(words.who, body, words.lang))
}
