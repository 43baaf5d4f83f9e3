/** How often, on which days, until when: a rule without its words. */
import { useState } from 'react'
import { Check, SelectField, TextField, useFieldErrors } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { words } from '../../words/series.ts'
import {
  dayName,
  days,
  ends,
  frequencies,
  nths,
  type Plan,
  planOf,
  ruleOf,
  weekly,
} from './rule.ts'

const said = words.fields

/** `rule` is what is written; one that the controls cannot show is written by hand. */
export function RuleFields({ rule, onRule }: { rule: string; onRule: (rule: string) => void }) {
  // Half a number is no rule, and stays in its field.
  const [plan, setPlan] = useState(() => planOf(rule))
  const { wiring, texts } = useFieldErrors('rule')
  if (!plan)
    return (
      <TextField
        name="rule"
        label={said.asWritten}
        hint={said.asWrittenHint}
        value={rule}
        onChange={({ target }) => onRule(target.value)}
      />
    )
  const set = (more: Partial<Plan>) => {
    const next = { ...plan, ...more }
    setPlan(next)
    onRule(ruleOf(next))
  }
  const options = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
    values.map((value) => ({ value, label: labels[value] }))
  return (
    <div className="grid gap-5" {...wiring}>
      <input type="hidden" name="rule" value={rule} />
      <Segmented
        label={said.how}
        shown
        value={plan.freq}
        options={options(frequencies, said)}
        onValue={(freq) => set({ freq, days: plan.days.length ? plan.days : weekly.days })}
      />
      <TextField
        name="interval"
        label={said.interval[plan.freq]}
        type="number"
        min={1}
        max={365}
        value={plan.interval || ''}
        onChange={({ target }) => set({ interval: Number(target.value) })}
      />
      {plan.freq === 'WEEKLY' && (
        <fieldset>
          <legend className="mb-1 text-sm font-medium">{said.days}</legend>
          <div className="flex flex-wrap gap-x-5">
            {days.map((each) => (
              <Check
                key={each}
                checked={plan.days.includes(each)}
                onChange={({ target }) =>
                  set({
                    days: target.checked
                      ? [...plan.days, each]
                      : plan.days.filter((other) => other !== each),
                  })
                }
                label={dayName(each)}
              />
            ))}
          </div>
        </fieldset>
      )}
      {plan.freq === 'MONTHLY' && <MonthFields plan={plan} set={set} />}
      <Segmented
        label={said.end}
        shown
        value={plan.end}
        options={options(ends, said)}
        onValue={(end) => set({ end })}
      />
      {plan.end === 'count' && (
        <TextField
          name="count"
          label={said.countLabel}
          type="number"
          min={1}
          max={1000}
          value={plan.count || ''}
          onChange={({ target }) => set({ count: Number(target.value) })}
        />
      )}
      {plan.end === 'until' && (
        <TextField
          name="until"
          label={said.untilLabel}
          type="date"
          value={plan.until}
          onChange={({ target }) => set({ until: target.value })}
        />
      )}
      {plan.end === 'open' && <p className="text-sm text-muted">{said.openText}</p>}
      {texts}
    </div>
  )
}

function MonthFields({ plan, set }: { plan: Plan; set: (more: Partial<Plan>) => void }) {
  const dates = Array.from({ length: 31 }, (_, index) => index + 1)
  return (
    <>
      <Segmented
        label={said.by}
        shown
        value={plan.by}
        options={[
          { value: 'date', label: said.byDate },
          { value: 'weekday', label: said.byWeekday },
        ]}
        onValue={(by) => set({ by })}
      />
      {plan.by === 'date' ? (
        <SelectField
          name="month_day"
          label={said.monthDay}
          value={plan.month_day}
          onChange={({ target }) => set({ month_day: Number(target.value) })}
          options={[
            ...dates.map((each) => ({ value: String(each), label: said.dayNumber(each) })),
            { value: '-1', label: said.lastDay },
          ]}
        />
      ) : (
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField
            name="nth"
            label={said.which}
            value={plan.nth}
            onChange={({ target }) =>
              set({ nth: nths.find((each) => each === Number(target.value)) ?? 1 })
            }
            options={nths.map((each) => ({ value: String(each), label: said.nth[each] }))}
          />
          <SelectField
            name="weekday"
            label={said.weekday}
            value={plan.weekday}
            onChange={({ target }) =>
              set({ weekday: days.find((each) => each === target.value) ?? 'MO' })
            }
            options={days.map((each) => ({ value: each, label: dayName(each) }))}
          />
        </div>
      )}
    </>
  )
}
