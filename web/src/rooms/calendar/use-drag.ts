/** Carries a chip by pointer or finger: a copy of it follows, with the time that it would get. Nothing is drawn anew meanwhile. */
import { type RefObject, useEffect, useRef } from 'react'

/** Where the pointer is, as the calendar understands it. */
export interface Target {
  element: Element
  /** Undefined: clocks leave this out. */
  at: number | undefined
  said: string
}

interface Dragging {
  /** Undefined: it may not be carried; whoever asked has been told. */
  begin: (key: string) => boolean
  /** `grabbed`: how far below the top of the chip it was taken. */
  over: (
    key: string,
    x: number,
    y: number,
    how: { free: boolean; grabbed: number },
  ) => Target | undefined
  drop: (key: string, target: Target) => void
  turn: (pages: -1 | 1) => void
}

/** Pixels after which a press is a move. */
const AWAY = 5
const PRESS_MS = 350
const EDGE = 28
const EDGE_MS = 600
const SCROLL_EDGE = 48
const SCROLL_STEP = 12

export function useDrag(room: RefObject<HTMLElement | null>, dragging: Dragging) {
  const latest = useRef(dragging)
  useEffect(() => {
    latest.current = dragging
  })
  useEffect(() => {
    const element = room.current
    if (!element) return
    let stop: (() => void) | undefined
    const down = (event: PointerEvent) => {
      if (event.button !== 0 || stop) return
      const chip = event.target instanceof Element && event.target.closest('[data-entry]')
      if (chip instanceof HTMLElement && !chip.closest('dialog')) {
        stop = carry(
          element,
          chip,
          event,
          () => latest.current,
          () => {
            stop = undefined
          },
        )
      }
    }
    element.addEventListener('pointerdown', down)
    return () => {
      element.removeEventListener('pointerdown', down)
      stop?.()
    }
  }, [room])
}

function carry(
  room: HTMLElement,
  chip: HTMLElement,
  start: PointerEvent,
  dragging: () => Dragging,
  ended: () => void,
) {
  const key = chip.dataset['entry'] ?? ''
  const box = chip.getBoundingClientRect()
  const grabbed = start.clientY - box.top
  const isTouch = start.pointerType !== 'mouse'
  const rtl = getComputedStyle(room).direction === 'rtl'
  let copy: HTMLElement | undefined
  let label: HTMLElement | undefined
  let over: Target | undefined
  let frame = 0
  let press: ReturnType<typeof setTimeout> | undefined
  let edge: ReturnType<typeof setTimeout> | undefined
  let last = { x: start.clientX, y: start.clientY, free: start.shiftKey }

  if (isTouch) press = setTimeout(lift, PRESS_MS)

  function lift() {
    if (!dragging().begin(key)) return end()
    copy = document.createElement('div')
    copy.className = 'follows'
    copy.style.width = `${Math.min(box.width, 260)}px`
    copy.style.height = `${box.height}px`
    const twin = chip.cloneNode(true) as HTMLElement
    for (const each of [twin, ...twin.querySelectorAll('[data-entry]')]) {
      each.removeAttribute('data-entry')
      each.removeAttribute('data-stop')
    }
    label = document.createElement('span')
    label.className = 'follows-time'
    copy.append(label, twin)
    copy.setAttribute('aria-hidden', 'true')
    document.body.append(copy)
    mark('data-lifted', chip)
    draw()
  }

  /** The chip may have been drawn anew since; what follows the pointer is found by its key. */
  function mark(name: string, element: Element | undefined) {
    for (const each of document.querySelectorAll(`[${name}]`)) each.removeAttribute(name)
    element?.setAttribute(name, '')
  }

  function draw() {
    frame = 0
    if (!copy || !label) return
    const { x, y, free } = last
    const from = rtl ? x - innerWidth + copy.offsetWidth / 2 : x - Math.min(40, box.width / 2)
    copy.style.transform = `translate(${from}px, ${y - grabbed}px)`
    const before = over
    over = dragging().over(key, x, y, { free, grabbed })
    if (over?.element !== before?.element) mark('data-over', over?.element)
    if (over?.said !== before?.said) label.textContent = over?.said ?? ''
    label.hidden = !over
    scroll()
    turnAt(x)
  }

  function scroll() {
    const scroller = room.querySelector('[data-scroller]')
    if (!scroller) return
    const { top, bottom } = scroller.getBoundingClientRect()
    const up = last.y < top + SCROLL_EDGE
    if (!up && last.y < bottom - SCROLL_EDGE) return
    const before = scroller.scrollTop
    scroller.scrollTop += up ? -SCROLL_STEP : SCROLL_STEP
    if (scroller.scrollTop !== before) frame = requestAnimationFrame(draw)
  }

  /** At the edge of the board the page is turned, once for each time that it is held there. */
  function turnAt(x: number) {
    const { left, right } = (room.querySelector('[data-board]') ?? room).getBoundingClientRect()
    const side = x < left + EDGE ? -1 : x > right - EDGE ? 1 : 0
    if (!side) {
      clearTimeout(edge)
      edge = undefined
      return
    }
    edge ??= setTimeout(() => {
      edge = undefined
      dragging().turn(side === (rtl ? -1 : 1) ? 1 : -1)
      if (copy) draw()
    }, EDGE_MS)
  }

  function moveTo(event: PointerEvent) {
    if (event.pointerId !== start.pointerId) return
    last = { x: event.clientX, y: event.clientY, free: event.shiftKey }
    const away = Math.hypot(last.x - start.clientX, last.y - start.clientY)
    if (!copy && away > AWAY) {
      // A finger that moves before it was held scrolls.
      if (isTouch) return end()
      lift()
    }
    if (copy) frame ||= requestAnimationFrame(draw)
  }

  function up(event: PointerEvent) {
    if (event.pointerId !== start.pointerId) return
    const carried = copy !== undefined
    if (carried) {
      cancelAnimationFrame(frame)
      draw()
    }
    const target = over
    end()
    if (!carried) return
    // The press that dropped it is no press on what lies there.
    const swallow = (click: Event) => {
      click.preventDefault()
      click.stopPropagation()
    }
    window.addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0)
    if (target) dragging().drop(key, target)
  }

  function escape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !copy) return
    event.stopPropagation()
    end()
  }
  const still = (event: TouchEvent) => {
    if (copy) event.preventDefault()
  }
  const quiet = (event: Event) => event.preventDefault()

  function end() {
    clearTimeout(press)
    clearTimeout(edge)
    cancelAnimationFrame(frame)
    copy?.remove()
    copy = undefined
    mark('data-lifted', undefined)
    mark('data-over', undefined)
    document.removeEventListener('pointermove', moveTo)
    document.removeEventListener('pointerup', up)
    document.removeEventListener('pointercancel', end)
    document.removeEventListener('keydown', escape, true)
    document.removeEventListener('touchmove', still)
    document.removeEventListener('dragstart', quiet)
    if (isTouch) chip.removeEventListener('contextmenu', quiet)
    ended()
  }

  document.addEventListener('pointermove', moveTo)
  document.addEventListener('pointerup', up)
  document.addEventListener('pointercancel', end)
  document.addEventListener('keydown', escape, true)
  document.addEventListener('touchmove', still, { passive: false })
  document.addEventListener('dragstart', quiet)
  if (isTouch) chip.addEventListener('contextmenu', quiet)
  return end
}
