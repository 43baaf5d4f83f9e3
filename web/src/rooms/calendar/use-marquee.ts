/** A rectangle drawn over the board by the mouse chooses what it touches. Nothing is drawn anew until it is let go. */
import { type RefObject, useEffect, useRef } from 'react'

const AWAY = 6
const SCROLL_EDGE = 40
const SCROLL_STEP = 12
/** What a press means something else on. The ground of a week, which writes, is none of it. */
const busy = 'header, aside, dialog, input, a, button:not([aria-hidden=true]), [data-entry]'

/** `done` has the names of what was touched; `more`: beside what is chosen already. */
export function useMarquee(
  room: RefObject<HTMLElement | null>,
  enabled: boolean,
  done: (keys: readonly string[], more: boolean) => void,
) {
  const latest = useRef(done)
  useEffect(() => {
    latest.current = done
  })
  useEffect(() => {
    const element = room.current
    if (!element || !enabled) return
    let stop: (() => void) | undefined
    const down = (event: PointerEvent) => {
      if (event.button !== 0 || event.pointerType !== 'mouse' || stop) return
      if (!(event.target instanceof Element) || event.target.closest(busy)) return
      if (onScrollbar(event)) return
      stop = draw(
        element,
        event,
        (keys) => latest.current(keys, event.shiftKey || event.ctrlKey || event.metaKey),
        () => {
          stop = undefined
        },
      )
    }
    element.addEventListener('pointerdown', down)
    return () => {
      element.removeEventListener('pointerdown', down)
      stop?.()
    }
  }, [room, enabled])
}

function onScrollbar({ target, offsetX, offsetY }: PointerEvent) {
  if (!(target instanceof HTMLElement)) return false
  const { clientWidth, clientHeight } = target
  return clientWidth > 0 && (offsetX > clientWidth || offsetY > clientHeight)
}

function draw(
  room: HTMLElement,
  start: PointerEvent,
  chosen: (keys: readonly string[]) => void,
  ended: () => void,
) {
  const scroller = room.querySelector('[data-scroller]') ?? document.scrollingElement
  const scrolled = () => scroller?.scrollTop ?? 0
  const from = { x: start.clientX, y: start.clientY + scrolled() }
  let last = { x: start.clientX, y: start.clientY }
  let box: HTMLElement | undefined
  let frame = 0
  let touched: readonly Element[] = []

  function paint() {
    frame = 0
    if (!box) return
    const y = from.y - scrolled()
    const [left, top] = [Math.min(from.x, last.x), Math.min(y, last.y)]
    const [right, bottom] = [Math.max(from.x, last.x), Math.max(y, last.y)]
    box.style.transform = `translate(${left}px, ${top}px)`
    box.style.width = `${right - left}px`
    box.style.height = `${bottom - top}px`
    const all = [...room.querySelectorAll('[data-board] :is([data-entry], [data-keys])')]
    for (const each of touched) each.removeAttribute('data-touched')
    touched = all.filter((each) => {
      const at = each.getBoundingClientRect()
      return at.left < right && at.right > left && at.top < bottom && at.bottom > top
    })
    for (const each of touched) each.setAttribute('data-touched', '')
    scroll()
  }

  function scroll() {
    if (!scroller) return
    const page = scroller === document.scrollingElement
    const { top, bottom } = page
      ? { top: 0, bottom: innerHeight }
      : scroller.getBoundingClientRect()
    const up = last.y < top + SCROLL_EDGE
    if (!up && last.y < bottom - SCROLL_EDGE) return
    const before = scroller.scrollTop
    scroller.scrollTop += up ? -SCROLL_STEP : SCROLL_STEP
    if (scroller.scrollTop !== before) frame ||= requestAnimationFrame(paint)
  }

  function move(event: PointerEvent) {
    if (event.pointerId !== start.pointerId) return
    last = { x: event.clientX, y: event.clientY }
    if (!box && Math.hypot(last.x - start.clientX, last.y - start.clientY) > AWAY) {
      box = document.createElement('div')
      box.className = 'marquee'
      box.setAttribute('aria-hidden', 'true')
      document.body.append(box)
    }
    if (box) frame ||= requestAnimationFrame(paint)
  }

  function up(event: PointerEvent) {
    if (event.pointerId !== start.pointerId) return
    const drawn = box !== undefined
    if (drawn) paint()
    const keys = touched.flatMap((each) =>
      (each.getAttribute('data-keys') ?? each.getAttribute('data-entry') ?? '').split(' '),
    )
    end()
    if (!drawn) return
    // The press that ended it is none on the ground.
    const swallow = (click: Event) => {
      click.preventDefault()
      click.stopPropagation()
    }
    window.addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0)
    chosen(keys)
  }

  function escape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !box) return
    event.stopPropagation()
    end()
  }
  const quiet = (event: Event) => event.preventDefault()

  function end() {
    cancelAnimationFrame(frame)
    box?.remove()
    box = undefined
    for (const each of touched) each.removeAttribute('data-touched')
    document.removeEventListener('pointermove', move)
    document.removeEventListener('pointerup', up)
    document.removeEventListener('pointercancel', end)
    document.removeEventListener('keydown', escape, true)
    document.removeEventListener('selectstart', quiet)
    ended()
  }

  document.addEventListener('pointermove', move)
  document.addEventListener('pointerup', up)
  document.addEventListener('pointercancel', end)
  document.addEventListener('keydown', escape, true)
  document.addEventListener('selectstart', quiet)
  return end
}
