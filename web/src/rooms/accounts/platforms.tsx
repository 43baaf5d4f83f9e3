/** How platforms and accounts are shown. Names come from the service; these are for ids that come without. */
import { useState } from 'react'

const names: Record<string, string> = {
  x: 'X',
  linkedin: 'LinkedIn',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  google_business: 'Google Business',
}

export function platformName(id: string) {
  return names[id] ?? id.charAt(0).toUpperCase() + id.slice(1)
}

/** The picture where there is one; else the first letter of the name. */
export function Face({ name, avatar_url }: { name: string; avatar_url: string | null }) {
  const [broken, setBroken] = useState(false)
  const look = 'size-11 shrink-0 rounded-full'
  if (avatar_url !== null && !broken) {
    return (
      <img
        src={avatar_url}
        alt=""
        width="44"
        height="44"
        loading="lazy"
        onError={() => setBroken(true)}
        className={`${look} bg-sunk object-cover`}
      />
    )
  }
  return (
    <span
      aria-hidden="true"
      className={`${look} grid place-items-center bg-accent-soft font-semibold text-accent-strong`}
    >
      {name.charAt(0).toUpperCase()}
    </span>
  )
}
