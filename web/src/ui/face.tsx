import { useState } from 'react'
import { PlatformMark } from './platform-mark.tsx'

const sizes = {
  small: { box: 'size-7', px: 28, letter: 'text-xs', badge: 'size-3.5 -end-1 -bottom-1' },
  normal: { box: 'size-9', px: 36, letter: 'text-sm', badge: 'size-4.5 -end-1 -bottom-1' },
  large: { box: 'size-11', px: 44, letter: 'text-base', badge: 'size-5 -end-1 -bottom-1' },
} as const

/** An account's picture where there is one, else the first letter of its name; in its corner where it is. */
export function Face({
  name,
  avatar_url,
  platform,
  size = 'large',
}: {
  name: string
  avatar_url: string | null
  platform?: string
  size?: keyof typeof sizes
}) {
  const [broken, setBroken] = useState<string>()
  const { box, px, letter, badge } = sizes[size]
  return (
    <span className={`relative inline-block shrink-0 align-top ${box}`}>
      {avatar_url !== null && broken !== avatar_url ? (
        <img
          src={avatar_url}
          alt=""
          width={px}
          height={px}
          loading="lazy"
          onError={() => setBroken(avatar_url)}
          className={`${box} rounded-full bg-sunk object-cover`}
        />
      ) : (
        <span
          aria-hidden="true"
          className={`${box} ${letter} grid place-items-center rounded-full bg-accent-soft font-semibold text-accent-strong`}
        >
          {name.charAt(0).toUpperCase()}
        </span>
      )}
      {platform !== undefined && (
        <PlatformMark
          platform={platform}
          className={`absolute rounded-[30%] ring-2 ring-card ${badge}`}
        />
      )}
    </span>
  )
}
