/** Which licences may stand beside ours (MIT), and why. */
import type { ProductionPackage } from './lock.ts'

interface Terms {
  /** What it asks of whoever runs or passes on Crier. */
  asks: string
  /** Only these packages may come under it; undefined: any. */
  only?: RegExp
}

/** By SPDX id. What is not here has to be decided about. */
export const LICENCES: Readonly<Record<string, Terms>> = {
  '0BSD': { asks: 'Nothing.' },
  'Apache-2.0': { asks: 'Its text and notices are kept where the package is passed on.' },
  'BSD-3-Clause': { asks: 'Its text is kept; its makers’ names do not advertise ours.' },
  'BlueOak-1.0.0': { asks: 'Its text, or an address of it, is kept.' },
  'CC0-1.0': { asks: 'Nothing.' },
  ISC: { asks: 'Its text is kept.' },
  'LGPL-3.0-or-later': {
    asks: 'Whoever passes it on lets it be replaced by another build, and offers its source. It is libvips, a shared library in a package of its own, loaded when pictures are read: another one takes its place by npm.',
    only: /^@img\/sharp-/,
  },
  MIT: { asks: 'Its text is kept.' },
  'MIT-0': { asks: 'Nothing.' },
  'MPL-2.0': {
    asks: 'Changes of its own files stay under it. We use them as they come.',
    only: /^(lightningcss(-|$)|mediabunny$)/,
  },
  'OFL-1.1': {
    asks: 'Its text is kept; letters are not sold by themselves, and changed ones have another name.',
    only: /^@fontsource-variable\//,
  },
  Unlicense: { asks: 'Nothing.' },
}

/** Whether a package may come with Crier. Of `A OR B` one has to fit, of `A AND B` both. */
export function fits({ name, licence }: Pick<ProductionPackage, 'name' | 'licence'>): boolean {
  const words = licence.match(/[()]|[^\s()]+/g) ?? []
  let at = 0
  const either = (): boolean => {
    let fit = both()
    while (words[at] === 'OR') {
      at += 1
      // Read on in any case: what follows must be understood too.
      fit = both() || fit
    }
    return fit
  }
  const both = (): boolean => {
    let fit = one()
    while (words[at] === 'AND') {
      at += 1
      fit = one() && fit
    }
    return fit
  }
  const one = (): boolean => {
    const word = words[at] ?? ''
    at += 1
    if (word !== '(') return isKnown(word, name)
    const fit = either()
    at += 1
    return fit && words[at - 1] === ')'
  }
  return either() && at === words.length
}

function isKnown(id: string, name: string) {
  if (!Object.hasOwn(LICENCES, id)) return false
  return LICENCES[id]?.only?.test(name) ?? true
}
