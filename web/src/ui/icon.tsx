/** The icons, drawn on a grid of 24 with one line width. They decorate: the words beside them say it. */
export const drawings = {
  bell: 'M12 3a6 6 0 0 0-6 6v4l-2 4h16l-2-4V9a6 6 0 0 0-6-6ZM9.5 20a2.6 2.6 0 0 0 5 0',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.6-3.6 3.2-5.5 6.5-5.5s5.9 1.9 6.5 5.5M16 4.5a3.5 3.5 0 0 1 0 6.4M18 14.9c2 .8 3.2 2.5 3.5 5.1',
  share: 'M12 15V4m0 0L8 8m4-4 4 4M5 13v6h14v-6',
  download: 'M12 4v11m0 0-4-4m4 4 4-4M5 13v6h14v-6',
  key: 'M14.5 4a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM10.6 13.4 4 20m3-3 2.5 2.5M16 8h.01',
  plug: 'M9 3v5m6-5v5M6.5 8h11v3.5a5.5 5.5 0 0 1-11 0zM12 17v4',
  gear: 'M12 15.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4ZM12 3v2.5M12 18.5V21M3 12h2.5M18.5 12H21M5.6 5.6l1.8 1.8M16.6 16.6l1.8 1.8M5.6 18.4l1.8-1.8M16.6 7.4l1.8-1.8',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  crop: 'M7 3v14h14M3 7h14v14',
  cross: 'M6 6l12 12M18 6 6 18',
  plus: 'M12 5v14M5 12h14',
  warning: 'M12 4 2.8 20h18.4zM12 10v4.5M12 17.3v.01',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  arrow: 'M5 12h14m-6-6 6 6-6 6',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3.5 2',
  menu: 'M4 7h16M4 12h16M4 17h16',
  exit: 'M10 4H5v16h5M15 8l4 4-4 4M19 12H9',
  inbox: 'M4 13 6.5 5h11L20 13v6H4zM4 13h5l1 2.5h4l1-2.5h5',
  down: 'M6 9.5l6 6 6-6',
  up: 'M6 14.5l6-6 6 6',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  pen: 'M4 20l1-4.5L16.5 4l3.5 3.5L8.5 19zM14 6.5l3.5 3.5',
  image: 'M4 5h16v14H4zM4 16l4.5-4.5L13 16M12 15l3-3 5 5M9 9.5a1 1 0 1 0 0-2 1 1 0 0 0 0 2Z',
  film: 'M4 5h16v14H4zM8 5v14M16 5v14M4 9.7h4M4 14.3h4M16 9.7h4M16 14.3h4',
  trash: 'M5 7h14M10 4h4M7 7l1 13h8l1-13M10.5 11v5.5M13.5 11v5.5',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8',
  send: 'M4 12 20 4.5 15.5 20 12 13.5zM12 13.5 20 4.5',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20 20',
  reply: 'M9 7 4 12l5 5M4.5 12H14a6 6 0 0 1 6 6v1',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6Z',
  sliders: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
  offline:
    'M4 4l16 16M8.5 17.5H7a4 4 0 0 1-.8-7.9M11 6.5a5.5 5.5 0 0 1 6.4 4.6A3.3 3.3 0 0 1 19.5 16.5',
  pause: 'M9 6v12M15 6v12',
  retry: 'M5 12a7 7 0 1 0 2.3-5.2M5 4.5V8h3.5',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1',
  face: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9 10v.01M15 10v.01M8.5 14.5a4.5 4.5 0 0 0 7 0',
  undo: 'M8 5 4 9l4 4M4.5 9H14a5.5 5.5 0 0 1 0 11h-3',
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  hand: 'M8 12V6.500a1.5 1.5 0 0 1 3 0V11m0-5.500a1.5 1.5 0 0 1 3 0V11m0-4a1.5 1.5 0 0 1 3 0v7a6 6 0 0 1-6 6c-2.6 0-4-1.2-5.2-3.400L4.3 13.500a1.5 1.5 0 0 1 2.6-1.500L8 13.5',
  half: 'M12 4a8 8 0 0 1 0 16zM12 4a8 8 0 0 0 0 16',
  question: 'M8.5 9a3.5 3.5 0 1 1 5 3.200c-1 .5-1.5 1.2-1.5 2.300M12 18v.01',
  chart: 'M4 20h16M7 16v-4M12 16V6M17 16v-7',
  spark: 'M12 3l1.8 6.2L20 11l-6.2 1.8L12 19l-1.8-6.2L4 11l6.2-1.8z',
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
