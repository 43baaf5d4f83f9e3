/** A sign for each platform, drawn by us in one colour each; the name beside it, or in its label, says which it is. */
interface Mark {
  name: string
  /** Of the ground; white or black lines stand on it. */
  ground: string
  /** On a grid of 24, in lines unless `solid`. */
  path: string
  solid?: true
}

const marks: Record<string, Mark> = {
  x: {
    name: 'X',
    ground: '#15181c',
    path: 'M6.500 6.500l11 11M17.500 6.500l-11 11',
  },
  linkedin: {
    name: 'LinkedIn',
    ground: '#0a5fb4',
    path: 'M7.200 10.500V17M7.200 7.200v.01M11.200 17v-6.500M11.200 13.300a2.800 2.800 0 0 1 5.600 0V17',
  },
  facebook: {
    name: 'Facebook',
    ground: '#1361d6',
    path: 'M15.800 6.700h-1.300a2.500 2.500 0 0 0-2.500 2.500V18M9.200 12h5.600',
  },
  instagram: {
    name: 'Instagram',
    ground: '#c02a73',
    path: 'M9.300 6.500h5.400a2.800 2.800 0 0 1 2.800 2.800v5.400a2.800 2.800 0 0 1-2.800 2.800H9.300a2.800 2.800 0 0 1-2.800-2.800V9.300a2.800 2.800 0 0 1 2.800-2.800ZM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5ZM15.100 8.900v.01',
  },
  pinterest: {
    name: 'Pinterest',
    ground: '#bd0a1f',
    path: 'M10.300 18.500l1.900-8M8.900 12.700a3.700 3.700 0 1 1 3.200 1.900c-.6 0-1.200-.3-1.500-.8',
  },
  youtube: {
    name: 'YouTube',
    ground: '#d01212',
    path: 'M10 8.300v7.400l6-3.700z',
    solid: true,
  },
  tiktok: {
    name: 'TikTok',
    ground: '#0e2a2c',
    path: 'M13 6v8.700a2.600 2.600 0 1 1-2.600-2.600M13 6.500c.5 1.900 1.900 3 3.900 3.200',
  },
  threads: {
    name: 'Threads',
    ground: '#3a3a3a',
    path: 'M15.600 9.300C15 7.600 13.700 6.700 12 6.700c-3 0-4.500 2.200-4.500 5.300s1.500 5.300 4.500 5.300c2.400 0 4-1.300 4-3.100 0-1.900-1.700-2.800-3.600-2.800-1.500 0-2.500.7-2.500 1.800 0 .9.800 1.600 1.900 1.600 1.800 0 2.400-1.500 2.100-3.500',
  },
  bluesky: {
    name: 'Bluesky',
    ground: '#0a66d8',
    path: 'M12 11.600c-.9-1.900-3.300-4.400-5-4.700-1-.2-1.200.6-1 2 .2 1.700.6 3.200 2.800 3.400-2.600.4-2.900 2-1.600 3.500 2 2.200 3.900.3 4.800-2.200.9 2.500 2.800 4.400 4.800 2.200 1.300-1.500 1-3.100-1.600-3.500 2.200-.2 2.600-1.700 2.800-3.400.2-1.400 0-2.200-1-2-1.700.3-4.100 2.800-5 4.700Z',
    solid: true,
  },
  google_business: {
    name: 'Google Business',
    ground: '#1f6f43',
    path: 'M7 10.500V17h10v-6.500M6.300 10.200 7.500 6.500h9l1.200 3.700a1.900 1.900 0 0 1-3.800 0 1.900 1.900 0 0 1-3.800 0 1.900 1.900 0 0 1-3.800 0Z',
  },
}

export const platforms = Object.keys(marks)

/** Names come from the service; this is for ids that come without. */
export function platformName(id: string) {
  return marks[id]?.name ?? id.charAt(0).toUpperCase() + id.slice(1).replaceAll('_', ' ')
}

/** What it is drawn by, on a grid of 24. */
export function markOf(platform: string): Omit<Mark, 'name'> {
  return marks[platform] ?? { ground: '#5a5d52', path: 'M12 7v.01M12 11v6' }
}

/** Decorates unless `labelled`: then it is the only thing that says the platform. */
export function PlatformMark({
  platform,
  className = 'size-5',
  labelled = false,
}: {
  platform: string
  className?: string
  labelled?: boolean
}) {
  const { ground, path, solid } = markOf(platform)
  const said = labelled
    ? ({ role: 'img', 'aria-label': platformName(platform) } as const)
    : ({ 'aria-hidden': true } as const)
  return (
    <svg viewBox="0 0 24 24" className={`shrink-0 ${className}`} {...said}>
      <rect width="24" height="24" rx="7" fill={ground} />
      <rect
        x="0.5"
        y="0.5"
        width="23"
        height="23"
        rx="6.5"
        fill="none"
        stroke="#fff"
        strokeOpacity="0.22"
      />
      <path
        d={path}
        fill={solid ? '#fff' : 'none'}
        stroke="#fff"
        strokeWidth={solid ? 0.6 : 2}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
