/**
 * A sleep that news can end. News that comes while awake ends the next sleep at once: none is lost. Whether what was gathered
 * meanwhile is still worth waking for is asked then: what is done while awake may have used it up.
 */
export function waker(gather: number, worth: () => boolean = () => true) {
  let awake: (() => void) | undefined
  let news = false
  let gathered = false
  let gathering: NodeJS.Timeout | undefined

  function wake() {
    clearTimeout(gathering)
    gathering = undefined
    news = true
    awake?.()
  }

  /** Wakes a moment later, once for all that happens until then, if that is worth it. */
  function wakeSoon() {
    gathering ??= setTimeout(() => {
      gathering = undefined
      gathered = true
      if (awake && isWorth()) wake()
    }, gather)
  }

  function isWorth() {
    const is = gathered && worth()
    gathered = false
    return is
  }

  async function sleep(ms: number) {
    let timer: NodeJS.Timeout | undefined
    if (!news && !isWorth()) {
      await new Promise<void>((resolve) => {
        awake = resolve
        timer = setTimeout(resolve, ms)
      })
    }
    clearTimeout(timer)
    awake = undefined
    news = false
  }

  return { wake, wakeSoon, sleep }
}
