/** About how a post will look on an account. */
import { useState } from 'react'
import { calledOf, handleOf } from '../ui/called.ts'
import { Face } from '../ui/face.tsx'
import { PlatformMark, platformName } from '../ui/platform-mark.tsx'
import { words } from '../words/write.ts'
import type { File } from '../writing/composition.ts'
import { areCaptions } from '../writing/file.ts'
import { type Act, facts, plain } from './facts.ts'
import { Pictures } from './pictures.tsx'

export interface Shown {
  platform: string
  name: string
  username: string
  avatar_url: string | null
  text: string
  files: readonly File[]
  /** Of a thread: what stands below it. */
  following: readonly { text: string; files: readonly File[] }[]
  /** It follows as comments. */
  as_comments?: boolean
  first_comment: string
  options: Readonly<Record<string, unknown>>
  card?: { url: string; title: string; description: string } | undefined
}

export function Preview({ files, as_comments = false, ...rest }: Shown) {
  const post = { ...rest, files: files.filter((file) => !areCaptions(file)) }
  const { platform, following, first_comment } = post
  const kind = post.options['kind']
  const upright = kind === 'reel' || kind === 'story'
  const layout = upright ? 'frame' : (facts[platform] ?? plain).layout
  const Layout = layouts[layout]
  const said = [...(as_comments ? following.map(({ text }) => text) : []), first_comment]
  const chained = following.length > 0 && !as_comments && layout === 'words'
  return (
    <article
      aria-label={words.preview.of(platformName(platform), calledOf(post))}
      className="overflow-hidden rounded-xl border border-line bg-card shadow-card"
    >
      {chained ? <Chain {...post} /> : <Layout {...post} />}
      {!upright &&
        said.map((text, place) =>
          text.trim() === '' ? null : (
            // oxlint-disable-next-line react/no-array-index-key -- what a comment says is no key: two may say the same
            <div key={place} className="flex gap-2.5 border-t border-line px-4 py-3 text-sm">
              <Face name={post.name} avatar_url={post.avatar_url} size="small" />
              <p className="min-w-0 rounded-xl bg-sunk px-3 py-2">
                <strong className="me-1.5 font-semibold">{calledOf(post)}</strong>
                <Text text={text} />
              </p>
            </div>
          ),
        )}
    </article>
  )
}

const layouts = { words: WordsFirst, picture: PictureFirst, frame: Frame } as const

function Head({ platform, name, username, avatar_url }: Shown) {
  return (
    <header className="flex items-center gap-2.5">
      <Face name={name} avatar_url={avatar_url} size="normal" />
      <p className="grid min-w-0 flex-1 text-sm leading-tight">
        <span className="truncate font-semibold">{name}</span>
        <span className="truncate text-muted">{whoAndWhen(platform, username)}</span>
      </p>
      <PlatformMark platform={platform} className="size-5" />
    </header>
  )
}

function WordsFirst(post: Shown) {
  const { platform, text, files, card, options } = post
  const about = facts[platform] ?? plain
  return (
    <div className="grid gap-3 p-4">
      <Head {...post} />
      <Folding text={text} fold={about.fold} />
      <Poll poll={options['poll']} />
      <Pictures files={files} about={about} />
      {about.card && card && !files.length && <LinkCard {...card} />}
      <Actions names={about.actions} />
    </div>
  )
}

/** A thread: each post hangs on the one above. */
function Chain(post: Shown) {
  const { platform, name, username, avatar_url, card, options } = post
  const about = facts[platform] ?? plain
  const all = [{ text: post.text, files: post.files }, ...post.following]
  return (
    <ol className="grid gap-0 p-4">
      {all.map(({ text, files }, index) => (
        <li key={index} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5">
          <div className="grid grid-rows-[auto_1fr] justify-items-center">
            <Face name={name} avatar_url={avatar_url} size="normal" />
            {index < all.length - 1 && <span className="my-1 w-0.5 rounded-full bg-line" />}
          </div>
          <div className={`grid content-start gap-2 ${index < all.length - 1 ? 'pb-5' : ''}`}>
            <p className="flex min-w-0 items-baseline gap-1.5 text-sm">
              <span className="truncate font-semibold">{name}</span>
              <span className="min-w-0 flex-1 truncate text-muted">
                {whoAndWhen(platform, username)}
              </span>
              {index === 0 && <PlatformMark platform={platform} className="size-5 self-center" />}
            </p>
            <Folding text={text} fold={about.fold} />
            {index === 0 && <Poll poll={options['poll']} />}
            <Pictures files={files} about={about} />
            {index === 0 && about.card && card && !files.length && <LinkCard {...card} />}
            <Actions names={about.actions} />
          </div>
        </li>
      ))}
    </ol>
  )
}

function PictureFirst(post: Shown) {
  const { platform, text, files, options } = post
  const about = facts[platform] ?? plain
  const title = typeof options['title'] === 'string' ? options['title'] : undefined
  const button = options['call_to_action']
  return (
    <div className="grid gap-3 pb-4">
      <div className="px-4 pt-4">
        <Head {...post} />
      </div>
      {files.length > 0 ? (
        <Pictures files={files} about={about} flush />
      ) : (
        <p className="mx-4 rounded-lg border border-dashed border-edge px-4 py-8 text-center text-sm text-muted">
          {words.preview.needsPicture}
        </p>
      )}
      <div className="grid gap-2 px-4">
        <Actions names={about.actions} />
        {(title ?? platform === 'youtube') && (
          <p className="leading-snug font-semibold">{title ?? text.split('\n')[0]}</p>
        )}
        <Folding text={text} fold={about.fold} />
        {isButton(button) && (
          <span className="justify-self-start rounded-full border border-edge px-4 py-1.5 text-sm font-semibold text-info">
            {words.preview.button(button.action_type)}
          </span>
        )}
      </div>
    </div>
  )
}

/** A screen of a phone that the video fills, with what the app lays over it. */
function Frame(post: Shown) {
  const { name, username, avatar_url, text, files, options } = post
  const story = options['kind'] === 'story'
  return (
    <div className="relative mx-auto my-4 aspect-9/16 w-56 overflow-hidden rounded-2xl bg-black text-white">
      <Pictures files={files.slice(0, 1)} about={{ ...plain, ratio: 'upright' }} flush />
      {story ? (
        <div className="absolute inset-x-3 top-3 grid gap-2">
          <span className="h-0.5 rounded-full bg-white" />
          <span className="flex items-center gap-2 text-xs font-semibold">
            <Face name={name} avatar_url={avatar_url} size="small" />
            {username}
          </span>
        </div>
      ) : (
        <div className="absolute inset-x-0 bottom-0 grid gap-1 bg-black/60 p-3 text-xs">
          <strong>{username}</strong>
          <Folding text={text} fold={{ units: 90, lines: 2 }} />
        </div>
      )}
    </div>
  )
}

function Folding({
  text,
  fold,
}: {
  text: string
  fold?: { units: number; lines: number } | undefined
}) {
  const [open, setOpen] = useState(false)
  if (text.trim() === '') return null
  const end = fold ? endOfFold(text, fold) : text.length
  const folded = end < text.length && !open
  return (
    <p dir="auto" className="text-[0.95rem] leading-normal break-words whitespace-pre-wrap">
      <Text text={folded ? `${text.slice(0, end).trimEnd()}… ` : text} />
      {end < text.length && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="font-medium text-muted underline-offset-4 hover:underline"
        >
          {open ? words.preview.less : words.preview.more}
        </button>
      )}
    </p>
  )
}

function endOfFold(text: string, { units, lines }: { units: number; lines: number }) {
  let at = -1
  for (let line = 0; line < lines; line++) {
    at = text.indexOf('\n', at + 1)
    if (at === -1) break
  }
  const byLines = at === -1 ? text.length : at
  const cut = Math.min(units, byLines)
  // What is left is worth a press only when there is some of it.
  return text.length - cut < 12 ? text.length : cut
}

const LIVE = /(https?:\/\/[^\s<>"]+|(?<![\p{L}\p{N}_/])[#@][\p{L}\p{N}_.-]+)/u

function Text({ text }: { text: string }) {
  return text.split(LIVE).map((piece, index) =>
    index % 2 ? (
      <span key={index} className="text-info">
        {piece}
      </span>
    ) : (
      piece
    ),
  )
}

function LinkCard({
  url,
  title,
  description,
}: {
  url: string
  title: string
  description: string
}) {
  return (
    <div className="grid gap-0.5 rounded-lg border border-line px-3.5 py-3 text-sm">
      <span className="text-xs text-muted">{URL.parse(url)?.host ?? url}</span>
      <strong className="line-clamp-2">{title}</strong>
      <span className="line-clamp-2 text-muted">{description}</span>
    </div>
  )
}

/** A poll as it is written so far: what is asked where the platform asks it apart from the text, and the answers. */
function Poll({ poll }: { poll: unknown }) {
  const { question, answers } = pollOf(poll)
  if (question === '' && !answers.length) return null
  return (
    <section
      aria-label={words.preview.poll}
      className="grid gap-2 rounded-lg border border-line px-3.5 py-3 text-sm"
    >
      {question !== '' && (
        <p dir="auto" className="font-semibold break-words">
          {question}
        </p>
      )}
      {answers.length > 0 && (
        <ul className="grid gap-2">
          {answers.map((answer, index) => (
            <li
              // Two may be the same while they are written.
              key={`${index} ${answer}`}
              dir="auto"
              className="rounded-full border border-info px-3.5 py-1.5 text-center font-medium break-words text-info"
            >
              {answer}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function pollOf(poll: unknown): { question: string; answers: readonly string[] } {
  const said: Readonly<Record<string, unknown>> =
    typeof poll === 'object' && poll !== null ? { ...poll } : {}
  const { question, options } = said
  const texts = Array.isArray(options) ? options.filter((each) => typeof each === 'string') : []
  return { question: typeof question === 'string' ? question.trim() : '', answers: texts }
}

function Actions({ names }: { names: readonly Act[] }) {
  if (!names.length) return null
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1 text-xs font-medium text-muted" aria-hidden="true">
      {names.map((name) => (
        <span key={name}>{words.preview.acts[name]}</span>
      ))}
    </p>
  )
}

/** “@ada · now”. */
function whoAndWhen(platform: string, username: string) {
  const who = handleOf({ username }) === undefined ? [] : [handle(platform, username)]
  return [...who, words.preview.now].join(' · ')
}

function handle(platform: string, username: string) {
  const named = ['x', 'bluesky', 'threads', 'instagram', 'tiktok'].includes(platform)
  return named && !username.startsWith('@') ? `@${username}` : username
}

function isButton(value: unknown): value is { action_type: string } {
  return typeof value === 'object' && value !== null && 'action_type' in value
}
