import { type ReactNode, useCallback } from 'react'
import { fullNameOf } from '../../ui/called.ts'
import { Face } from '../../ui/face.tsx'
import { At } from '../../ui/time.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { whereOf } from '../../ui/where.ts'
import { Picture, Words } from '../post/content.tsx'
import { Following } from '../post/following.tsx'
import { optionName, type Version } from '../post/goes-out.ts'
import type { Waiting } from '../../api/posts.ts'
import type { Seen } from './seen.ts'
import { storedLabel } from '../../words/options.ts'
import { words } from '../../words/posts.ts'

/** Everything of a post that somebody has to have seen, each under its name. */
export function piecesOf(post: Waiting, versions: readonly Version[]) {
  return [
    ...versions.flatMap(({ key, following, more_media, first_comment }) => [
      `text ${key}`,
      ...(more_media.length ? [`part 1 ${key}`] : []),
      ...following.map((_, index) => `part ${index + 2} ${key}`),
      ...(first_comment === null ? [] : [`comment ${key}`]),
    ]),
    ...post.media.map(({ id }) => `media ${id}`),
    // What was changed is another thing to be seen.
  ].map((piece) => `${post.updated_at} ${piece}`)
}

export function Proofs({
  post,
  versions,
  seen,
}: {
  post: Waiting
  versions: readonly Version[]
  seen: Seen
}) {
  const piece = (name: string) => `${post.updated_at} ${name}`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {versions.map((version) => (
        <article
          key={version.key}
          aria-label={words.proof.goesOutOn(version.accounts.map(fullNameOf).join(', '))}
          className="grid grid-cols-[minmax(0,1fr)] rounded-lg border border-line bg-card shadow-card"
        >
          <header className="flex flex-wrap items-center gap-x-5 gap-y-3 border-b border-line px-4 py-3 sm:px-5">
            {version.accounts.map((account) => (
              <span key={account.id} className="inline-flex min-w-0 items-center gap-2.5">
                <Face
                  name={account.name}
                  avatar_url={account.avatar_url}
                  platform={account.platform}
                  size="small"
                />
                <span className="min-w-0 text-sm">
                  <span dir="auto" className="block truncate font-medium">
                    {account.name}
                  </span>
                  <span className="block truncate text-muted">
                    {whereOf(platformName(account.platform), account)}
                  </span>
                </span>
              </span>
            ))}
            {version.at !== null && (
              <span className="text-sm text-muted">
                <At at={version.at} />
              </span>
            )}
            {version.differs && (
              <span className="ms-auto rounded-full bg-info-soft px-2.5 py-0.5 text-xs font-medium text-info">
                {words.proof.own}
              </span>
            )}
          </header>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4 sm:p-5">
            <Watched piece={piece(`text ${version.key}`)} seen={seen}>
              <Words text={version.content} className="text-[1.0625rem] leading-relaxed" />
              {version.options.length > 0 && (
                <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
                  {version.options.map(({ name, value }) => (
                    <div key={name} className="contents">
                      <dt className="text-muted">
                        {optionName(version.accounts[0]?.platform ?? '', name)}
                      </dt>
                      <dd className="break-words">{storedLabel(name, value)}</dd>
                    </div>
                  ))}
                </dl>
              )}
            </Watched>
            <Following
              post={post}
              version={version}
              whole
              around={(index, children) => (
                <Watched piece={piece(`part ${index + 1} ${version.key}`)} seen={seen}>
                  {children}
                </Watched>
              )}
            />
            {version.first_comment !== null && (
              <Watched piece={piece(`comment ${version.key}`)} seen={seen}>
                <div className="grid gap-1 border-s-2 border-line ps-4">
                  <p className="text-sm font-medium text-muted">{words.fields.comment}</p>
                  <Words text={version.first_comment} />
                </div>
              </Watched>
            )}
          </div>
        </article>
      ))}
      {post.media.length > 0 && (
        <section
          aria-label={words.fields.files}
          className="grid gap-5 rounded-lg border border-line bg-card p-4 shadow-card sm:p-5"
        >
          <h2>
            {post.media.length === 1
              ? words.proof.theFile
              : words.proof.filesInOrder(post.media.length)}
          </h2>
          {post.media.map((media) => (
            <Watched key={media.id} piece={piece(`media ${media.id}`)} seen={seen}>
              <Picture media={media} />
            </Watched>
          ))}
        </section>
      )}
    </div>
  )
}

function Watched({ piece, seen, children }: { piece: string; seen: Seen; children: ReactNode }) {
  const { edge: watch } = seen
  const edge = useCallback((node: HTMLElement | null) => watch(node), [watch])
  return (
    <div tabIndex={-1} className="relative scroll-mt-24 outline-none">
      <span
        key={`${piece} begin`}
        ref={edge}
        data-mark={`${piece} begin`}
        className="absolute top-0 size-px"
      />
      {children}
      <span
        key={`${piece} end`}
        ref={edge}
        data-mark={`${piece} end`}
        className="absolute bottom-0 size-px"
      />
    </div>
  )
}
