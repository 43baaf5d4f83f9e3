/** Pictures to take along, for a slide or a chat: drawn on a canvas of our own, light, twice as fine, with our letters. */
import { download } from './download.ts'

const FINE = 2
/** As the page has them in the light. */
export const colours = {
  page: '#fffefa',
  sunk: '#f7f5ef',
  ink: '#1d211c',
  muted: '#5a5d52',
  line: '#dedacd',
  accent: '#0d5c46',
  before: '#8b8777',
  good: '#1f6b1f',
  danger: '#a3211d',
  warn: '#7a4a00',
  info: '#1d4f91',
} as const

export interface Written {
  size?: number
  weight?: number
  colour?: string
  align?: CanvasTextAlign
}

export interface Sheet {
  canvas: HTMLCanvasElement
  pen: CanvasRenderingContext2D
  write: (text: string, x: number, y: number, how?: Written) => void
}

/** So many pixels as people count them; undefined where the browser has no canvas. */
export function sheetOf(wide: number, high: number): Sheet | undefined {
  const canvas = document.createElement('canvas')
  canvas.width = wide * FINE
  canvas.height = high * FINE
  const pen = canvas.getContext('2d')
  if (!pen) return undefined
  pen.scale(FINE, FINE)
  pen.fillStyle = colours.page
  pen.fillRect(0, 0, wide, high)
  const family = getComputedStyle(document.body).fontFamily
  return {
    canvas,
    pen,
    write(text, x, y, { size = 15, weight = 400, colour = colours.ink, align = 'left' } = {}) {
      pen.font = `${weight} ${size}px ${family}`
      pen.fillStyle = colour
      pen.textAlign = align
      pen.fillText(text, x, y)
    },
  }
}

export async function savePicture(canvas: HTMLCanvasElement, name: string) {
  download(name, 'image/png', await blobOf(canvas))
}

/** Refused where the browser cannot, or the page may not. What is still to be drawn may come later. */
export async function copyPicture(canvas: HTMLCanvasElement | Promise<HTMLCanvasElement>) {
  const blob = Promise.resolve(canvas).then(blobOf)
  // Whoever refuses may never look at it.
  blob.catch(() => undefined)
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })])
}

function blobOf(canvas: HTMLCanvasElement) {
  return new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob)
      else reject(new Error('The canvas is empty.'))
    }, 'image/png')
  })
}
