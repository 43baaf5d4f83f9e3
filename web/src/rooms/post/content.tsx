import type { Post } from '@crier/sdk'
import { Icon } from '../../ui/icon.tsx'
import { length } from '../../words/format.ts'
import { common } from '../../words/common.ts'
import { words } from '../../words/posts.ts'

type Media = Post['media'][number]

/** A text as it was written: its lines, its direction. */
export function Words({ text, className = '' }: { text: string; className?: string }) {
  if (!text) return <p className="text-muted italic">{common.thing.withoutText}</p>
  return (
    <p dir="auto" className={`break-words whitespace-pre-wrap ${className}`}>
      {text}
    </p>
  )
}

/** A file of a post, whole, with what it says to those who cannot see it. */
export function Picture({ media, small = false }: { media: Media; small?: boolean }) {
  const { original_name, mime_type, alt_text, thumbnail_url, cdn_url, duration } = media
  const [family] = mime_type.split('/')
  const shown = thumbnail_url ?? (family === 'image' ? cdn_url : null)
  const whole = family === 'image' && !small ? cdn_url : shown
  return (
    <figure className="grid content-start gap-1.5">
      <div className="relative overflow-hidden rounded-md bg-sunk">
        {whole === null ? (
          <span className="grid aspect-video place-items-center text-muted">
            <Icon name={family === 'video' ? 'film' : 'image'} className="size-8" />
          </span>
        ) : (
          <img
            src={whole}
            alt={alt_text ?? ''}
            width={media.width ?? undefined}
            height={media.height ?? undefined}
            className={`mx-auto h-auto w-full object-contain ${small ? 'max-h-40' : 'max-h-[28rem]'}`}
          />
        )}
        {duration !== null && (
          <span className="absolute end-2 bottom-2 rounded bg-black/75 px-1.5 py-0.5 text-xs text-white tabular-nums">
            {length(duration)}
          </span>
        )}
      </div>
      {!small && (
        <figcaption className="text-sm">
          {alt_text ? (
            <>
              <span className="me-1.5 rounded bg-good-soft px-1.5 py-0.5 text-xs font-semibold text-good">
                ALT
              </span>
              <span dir="auto" className="break-words">
                {alt_text}
              </span>
            </>
          ) : (
            <span className="text-muted">{words.content.noAlt}</span>
          )}
          <span className="block truncate text-muted">{original_name}</span>
        </figcaption>
      )}
    </figure>
  )
}

/** Several are small, unless each has to be seen. */
export function Pictures({ media, whole = false }: { media: readonly Media[]; whole?: boolean }) {
  if (!media.length) return null
  const small = media.length > 1 && !whole
  return (
    <div className={small ? 'grid grid-cols-2 gap-3' : 'grid gap-3'}>
      {media.map((each) => (
        <Picture key={each.id} media={each} small={small} />
      ))}
    </div>
  )
}
