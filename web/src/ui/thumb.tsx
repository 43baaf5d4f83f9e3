import { Icon } from './icon.tsx'

/** A picture or the first frame of a video; for the rest, and for what does not load, a sign. */
export function Thumb({
  type,
  src,
  alt,
  name,
  contain = false,
  plays = false,
}: {
  type: string
  src: string | undefined
  alt: string
  name: string
  contain?: boolean
  plays?: boolean
}) {
  const fit = `size-full ${contain ? 'object-contain' : 'object-cover'}`
  if (src !== undefined && type.startsWith('image/'))
    return <img src={src} alt={alt} draggable={false} className={fit} />
  if (src !== undefined && type.startsWith('video/')) {
    return (
      // Captions are the platform's to make; here it only shows which file it is.
      <video
        src={src}
        aria-label={alt || name}
        muted
        playsInline
        preload="metadata"
        controls={plays}
        className={fit}
      />
    )
  }
  return (
    <span className="grid size-full place-items-center text-muted">
      <Icon name={type.startsWith('video/') ? 'film' : 'image'} className="size-8" />
    </span>
  )
}
