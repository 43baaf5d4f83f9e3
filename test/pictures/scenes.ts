/** Pictures to publish, drawn here so that they are ours to show. */
import sharp from 'sharp'

interface Scene {
  file: string
  alt: string
  sky: [string, string]
  sun: [x: number, y: number]
  hills: [string, string, string]
  fruit: string
}

export const scenes: readonly Scene[] = [
  {
    file: 'harvest.jpg',
    alt: 'Apple trees on a hill in the evening, full of red fruit.',
    sky: ['#f9c58d', '#f492a0'],
    sun: [820, 300],
    hills: ['#7a8f4b', '#55713a', '#35502a'],
    fruit: '#c8332b',
  },
  {
    file: 'morning.jpg',
    alt: 'The orchard in the first light, mist between the rows.',
    sky: ['#cfe6f5', '#f7efd9'],
    sun: [260, 260],
    hills: ['#a5c2a0', '#7fa37a', '#567a55'],
    fruit: '#e2b33c',
  },
  {
    file: 'quinces.jpg',
    alt: 'Yellow quinces on their trees under a clear sky.',
    sky: ['#7cc0ea', '#d8eff9'],
    sun: [900, 180],
    hills: ['#8db255', '#679a3f', '#447a2f'],
    fruit: '#f0c828',
  },
  {
    file: 'night.jpg',
    alt: 'A full moon over the orchard after the harvest.',
    sky: ['#141e3c', '#41507c'],
    sun: [620, 220],
    hills: ['#2c3a52', '#202c41', '#141d2d'],
    fruit: '#7c3f45',
  },
]

const WIDTH = 1200
const HEIGHT = 900

export async function paint({ sky, sun, hills, fruit }: Scene): Promise<Buffer> {
  const [far, middle, near] = hills
  const trees = Array.from({ length: 13 }, (_, n) => {
    const x = 40 + n * 93
    const y = 640 + 60 * Math.sin(n * 1.7)
    const size = 62 + 16 * Math.sin(n * 2.3)
    const apples = Array.from({ length: 9 }, (__, k) => {
      const turn = k * 2.4
      const out = size * Math.sqrt((k + 0.5) / 9) * 0.86
      return `<circle cx="${x + out * Math.cos(turn)}" cy="${y + out * Math.sin(turn)}" r="7" fill="${fruit}"/>`
    })
    return `<rect x="${x - 8}" y="${y}" width="16" height="${size * 2}" fill="#4a3527"/><circle cx="${x}" cy="${y}" r="${size}" fill="${near}"/>${apples.join('')}`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${sky[0]}"/><stop offset="1" stop-color="${sky[1]}"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <circle cx="${sun[0]}" cy="${sun[1]}" r="82" fill="#fff6dd" opacity="0.9"/>
    <path d="M0 560 C 240 420 420 520 640 470 S 1040 400 1200 500 V900 H0 Z" fill="${far}"/>
    <path d="M0 650 C 200 560 480 640 720 580 S 1060 560 1200 620 V900 H0 Z" fill="${middle}"/>
    ${trees.join('')}
    <path d="M0 800 C 300 740 700 800 1200 750 V900 H0 Z" fill="${near}"/>
  </svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer()
}
