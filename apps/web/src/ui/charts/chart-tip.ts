import type { ChartFigures, ChartRow } from './chart-figures.ts'

function element(tag: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  made.textContent = text
  return made
}

/** The tooltip of a point, with all its figures. Made of elements, because names may contain markup. */
export function tipElement({ series }: ChartFigures, row: ChartRow | undefined): HTMLElement {
  const tip = element('div', 'sw-chart-tip')
  if (!row) return tip
  tip.append(element('strong', '', row.name))
  const list = element('dl', '')
  series.forEach(({ name, color }, index) => {
    const term = element('dt', '')
    if (color) {
      const swatch = element('i', 'sw-chart-swatch')
      swatch.style.setProperty('--swatch', `var(${color})`)
      term.append(swatch)
    }
    term.append(name)
    list.append(term, element('dd', 'sw-figures', row.values[index]))
  })
  tip.append(list)
  return tip
}
