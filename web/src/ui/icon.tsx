/** The icons, drawn on a grid of 24 with one line width. They decorate: the words beside them say it. */
const drawings = {
  bell: 'M12 3a6 6 0 0 0-6 6v4l-2 4h16l-2-4V9a6 6 0 0 0-6-6ZM9.5 20a2.6 2.6 0 0 0 5 0',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.6-3.600 3.200-5.500 6.500-5.500s5.900 1.900 6.500 5.500M16 4.500a3.500 3.500 0 0 1 0 6.400M18 14.900c2 .8 3.200 2.500 3.500 5.100',
  share: 'M12 15V4m0 0L8 8m4-4 4 4M5 13v6h14v-6',
  key: 'M14.500 4a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11ZM10.600 13.400 4 20m3-3 2.500 2.500M16 8h.01',
  plug: 'M9 3v5m6-5v5M6.500 8h11v3.500a5.500 5.500 0 0 1-11 0zM12 17v4',
  gear: 'M12 15.200a3.200 3.200 0 1 0 0-6.400 3.200 3.200 0 0 0 0 6.400ZM12 3v2.500M12 18.500V21M3 12h2.500M18.500 12H21M5.600 5.600l1.800 1.800M16.600 16.600l1.800 1.800M5.600 18.400l1.800-1.800M16.600 7.400l1.800-1.800',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  cross: 'M6 6l12 12M18 6 6 18',
  plus: 'M12 5v14M5 12h14',
  warning: 'M12 4 2.800 20h18.400zM12 10v4.500M12 17.300v.01',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  arrow: 'M5 12h14m-6-6 6 6-6 6',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3.500 2',
  menu: 'M4 7h16M4 12h16M4 17h16',
  exit: 'M10 4H5v16h5M15 8l4 4-4 4M19 12H9',
  inbox: 'M4 13 6.500 5h11L20 13v6H4zM4 13h5l1 2.500h4l1-2.500h5',
  spark: 'M12 3l1.800 6.200L20 11l-6.200 1.800L12 19l-1.800-6.200L4 11l6.200-1.800z',
} as const

export type IconName = keyof typeof drawings

export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={drawings[name]} />
    </svg>
  )
}
