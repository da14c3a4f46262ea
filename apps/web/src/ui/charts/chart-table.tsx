import { useMoneyTitle } from '../money.tsx'
import { type ChartFigures, chartRows, type WriteValue } from './chart-figures.ts'

/** The figures of a chart as a table. The box scrolls, so it can be focused. */
export function ChartTable({ figures, write }: { figures: ChartFigures; write: WriteValue }) {
  const titled = useMoneyTitle()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls needs the keyboard
    <div className="sw-chart-table" tabIndex={0} role="group" aria-label={figures.label}>
      <table>
        <caption className="sw-visually-hidden">{figures.label}</caption>
        <thead>
          <tr>
            <th scope="col">{figures.pointName}</th>
            {figures.series.map(({ name, unit }) => (
              <th key={name} scope="col">
                {unit === 'money' ? titled(name) : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {chartRows(figures, write).map(({ key, name, values }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {values.map((value, index) => (
                <td key={figures.series[index]?.name} className="sw-figures">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
