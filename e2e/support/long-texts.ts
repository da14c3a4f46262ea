/**
 * Data long enough to test the layout, in a script that none of the console's languages uses: the same data suits all of
 * them, and a word that is not in the page's language is one of the console's own.
 */
export const longTexts = {
  mchName: 'Жемчужная река, капсулы и торговые автоматы',
  area: 'Набережная, выставочный центр и окрестные улицы',
  store: 'Выставочный центр, южный зал, второй этаж, восточный мост',
  text: 'Пожалуйста, пополняйте до девяти; в выходные многолюдно, звоните сторожу заранее',
  manager: 'Константин Достопримечательный',
  role: 'Управляющий, выставочный центр',
  goods: 'Динозавр в капсуле - набережная серия (третий выпуск)',
  tag: 'лимитированный',
}
