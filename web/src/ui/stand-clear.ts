/** Where what is said stands over nothing that somebody is at: it goes to the first place of three that is free. */

/** Whatever opens over a room; whoever opened it is at it, and at nothing behind it. */
const OPEN = '.sheet-over, dialog[open]'
/** What is pressed while somebody writes. */
const TOOLS = '[data-tools], [data-foot]'

/** As the style sheet has it, above what stands at the foot; then at the head of the screen, then at its very foot. */
const places = [
  '',
  'bottom: auto; top: calc(0.5rem + env(safe-area-inset-top)); margin-block: 0',
  'bottom: calc(0.25rem + env(safe-area-inset-bottom)); margin-block: 0',
] as const

const cards = '[role=alert] > *, [role=status] > *'

/** While something is said in `stack`. Answers what ends it. */
export function standClear(stack: HTMLElement): () => void {
  let asked = 0
  let came = true
  function place() {
    asked = 0
    // Nothing goes from under whoever is at it.
    if (!came && stack.matches(':hover, :focus-within')) return
    came = false
    const taken = placesTaken()
    const now = stack.style.cssText
    const covers = (at: string) => {
      stack.style.cssText = at
      // A line of a text that is written may be behind it before a tool is.
      return 1_000 * covered(stack, taken.tools) + covered(stack, taken.focus)
    }
    // Where it is free it stays, also where another place is free by now.
    const free = covers(now) === 0
    if (!free) stack.style.cssText = least(covers)
    // Its own moving is nothing to move for.
    changes.takeRecords()
  }
  function soon() {
    asked ||= requestAnimationFrame(place)
  }
  const changes = new MutationObserver(soon)
  changes.observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['style', 'class', 'open'],
  })
  for (const each of moves) addEventListener(each, soon, true)
  place()
  return () => {
    cancelAnimationFrame(asked)
    changes.disconnect()
    for (const each of moves) removeEventListener(each, soon, true)
    stack.style.cssText = ''
  }
}

// A text that grows under a key pushes down what stands below it; so does a picture that has come.
const moves = [
  'input',
  'load',
  'focusin',
  'scroll',
  'resize',
  'animationend',
  'transitionend',
] as const

function placesTaken(): Readonly<Record<'tools' | 'focus', readonly Box[]>> {
  const all = (what: string) => [...document.querySelectorAll(what)].map(seenOf)
  const open = all(OPEN).filter(({ width }) => width > 0)
  if (open.length) return { tools: open, focus: [] }
  const { activeElement: focus } = document
  // The page itself, or a heading that reading goes on at, is nothing that is pressed or written into.
  const isAt = focus && focus !== document.body && !focus.matches('[tabindex="-1"]')
  return { tools: all(TOOLS), focus: isAt ? [seenOf(focus)] : [] }
}

/** Square pixels of what somebody is at. */
function covered(stack: HTMLElement, taken: readonly Box[]) {
  const own = [...stack.querySelectorAll(cards)].map((card) => card.getBoundingClientRect())
  return own
    .flatMap((card) => taken.map((each) => common(card, each)))
    .reduce((sum, { width, height }) => sum + width * height, 0)
}

type Box = Pick<DOMRect, 'x' | 'y' | 'width' | 'height'>

/** What both have of the screen. */
function common(one: Box, other: Box): Box {
  const x = Math.max(one.x, other.x)
  const y = Math.max(one.y, other.y)
  const right = Math.min(one.x + one.width, other.x + other.width)
  const bottom = Math.min(one.y + one.height, other.y + other.height)
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) }
}

/** Where it is to be seen: of a long text the part that is not scrolled away. */
function seenOf(it: Element): Box {
  let box: Box = it.getBoundingClientRect()
  for (let around = it.parentElement; around; around = around.parentElement)
    if (around !== document.body && getComputedStyle(around).overflowY === 'auto')
      box = common(box, around.getBoundingClientRect())
  return box
}

/** The first of those that cost least. */
function least(of: (place: string) => number) {
  const costs = places.map(of)
  return places[costs.indexOf(Math.min(...costs))] ?? ''
}
