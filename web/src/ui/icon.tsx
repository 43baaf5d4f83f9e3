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
  down: 'M6 9.500l6 6 6-6',
  up: 'M6 14.500l6-6 6 6',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  pen: 'M4 20l1-4.500L16.500 4l3.500 3.500L8.500 19zM14 6.500l3.500 3.500',
  image: 'M4 5h16v14H4zM4 16l4.500-4.500L13 16M12 15l3-3 5 5M9 9.500a1 1 0 1 0 0-2 1 1 0 0 0 0 2Z',
  film: 'M4 5h16v14H4zM8 5v14M16 5v14M4 9.700h4M4 14.300h4M16 9.700h4M16 14.300h4',
  trash: 'M5 7h14M10 4h4M7 7l1 13h8l1-13M10.500 11v5.500M13.500 11v5.500',
  calendar: 'M4 6h16v14H4zM4 10.500h16M8.500 3.500V8M15.500 3.500V8',
  send: 'M4 12 20 4.500 15.500 20 12 13.500zM12 13.500 20 4.500',
  search: 'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13ZM15.500 15.500 20 20',
  reply: 'M9 7 4 12l5 5M4.500 12H14a6 6 0 0 1 6 6v1',
  eye: 'M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12ZM12 14.800a2.800 2.800 0 1 0 0-5.600 2.800 2.800 0 0 0 0 5.600Z',
  sliders: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
  offline:
    'M4 4l16 16M8.500 17.500H7a4 4 0 0 1-.8-7.900M11 6.500a5.500 5.500 0 0 1 6.400 4.600A3.300 3.300 0 0 1 19.500 16.500',
  pause: 'M9 6v12M15 6v12',
  retry: 'M5 12a7 7 0 1 0 2.300-5.200M5 4.500V8h3.500',
  link: 'M10 14a4 4 0 0 0 5.700 0l3-3A4 4 0 0 0 13 5.300l-1 1M14 10a4 4 0 0 0-5.700 0l-3 3A4 4 0 0 0 11 18.700l1-1',
  face: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9 10v.01M15 10v.01M8.500 14.500a4.500 4.500 0 0 0 7 0',
  undo: 'M8 5 4 9l4 4M4.500 9H14a5.500 5.500 0 0 1 0 11h-3',
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  spark: 'M12 3l1.800 6.200L20 11l-6.200 1.800L12 19l-1.800-6.200L4 11l6.200-1.800z',
} as const

export type IconName = keyof typeof drawings

/** They point the way the text runs. */
const turning: ReadonlySet<IconName> = new Set(['arrow', 'exit', 'send', 'undo', 'retry'])

export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={`shrink-0 ${turning.has(name) ? 'rtl:-scale-x-100' : ''} ${className}`}
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
