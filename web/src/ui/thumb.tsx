import { useState } from 'react'
import { common } from '../words/common.ts'
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
  // What another name stands for is another try.
  const [failed, setFailed] = useState<string>()
  const loads = src !== undefined && src !== failed
  const onError = () => setFailed(src)
  const fit = `size-full ${contain ? 'object-contain' : 'object-cover'}`
  if (loads && type.startsWith('image/'))
    return <img src={src} alt={alt} draggable={false} className={fit} onError={onError} />
  if (loads && type.startsWith('video/')) {
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
        onError={onError}
      />
    )
  }
  return (
    <span
      className="grid size-full place-items-center text-muted"
      title={failed === undefined ? undefined : common.unshown}
    >
      <Icon name={type.startsWith('video/') ? 'film' : 'image'} className="size-8" />
      {failed !== undefined && <span className="sr-only">{common.unshown}</span>}
    </span>
  )
}
