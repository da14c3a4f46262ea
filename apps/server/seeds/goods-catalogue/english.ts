import type { Tint } from '../goods-pictures/scene.ts'
import type { Words } from './entry.ts'

const words = (title: string, price: Words['price'], tags: string, description: string): Words => ({
  title,
  price,
  tags,
  description,
})

/** The words of the catalogue for the merchant in Malaysia, with prices in sen, in the order of the shelves. */
export const englishWords: Readonly<Record<Tint, readonly Words[]>> = {
  drinks: [
    words('Mineral water 550 ml', 180, 'Drinks,Popular', 'From a mountain spring. Served chilled.'),
    words('Peach soda 330 ml', 350, 'Drinks,New', 'No sugar, fine bubbles, scent of white peach.'),
    words('Oolong tea 500 ml', 320, 'Drinks,Popular', 'Cold brewed, unsweetened.'),
    words('Sea salt cola 330 ml', 280, 'Drinks', 'A pinch of salt and more fizz. Best at 4 degrees.'),
    words('Orange juice 300 ml', 550, 'Drinks', 'Freshly pressed. Drink on the day of opening.'),
    words('Fresh milk 250 ml', 300, 'Drinks', '3.6 g of protein in 100 ml.'),
    words(
      'Cold brew latte 280 ml',
      [690, 890],
      'Drinks,New',
      'Brewed for 12 hours, with fresh milk. Two sizes.',
    ),
    words('Energy drink 250 ml', 450, 'Drinks', 'With taurine and B vitamins. At most 2 cans a day.'),
    words('Lychee yoghurt drink 100 ml', 220, 'Drinks', 'Live cultures, taste of lychee. Keep cool.'),
    words('Plum tea 450 ml', 380, 'Drinks', 'Smoked plum, hawthorn and osmanthus.'),
  ],
  snacks: [
    words('Sea salt crisps 70 g', 550, 'Snacks,Popular', 'Thinly cut potatoes with sea salt.'),
    words('Tomato crisps 70 g', 550, 'Snacks', 'Ripe tomato, sweet and sour.'),
    words('Hazelnut chocolate 45 g', 790, 'Snacks', '62% cocoa with whole hazelnuts. Keep cool.'),
    words('Matcha biscuits 90 g', 520, 'Snacks,New', 'Matcha filling in small packs.'),
    words('Spicy beef jerky 40 g', 990, 'Snacks', 'Hand torn, a little hot, halal.'),
    words('Daily nuts 25 g', 420, 'Snacks,Popular', 'Six kinds of nuts and dried fruit.'),
    words('Strawberry gummies 50 g', 390, 'Snacks', 'With fruit juice, without artificial colour.'),
    words('Beef cup noodles 85 g', 480, 'Snacks', 'Hot water beside the machine, ready in 3 minutes.'),
  ],
  capsules: [
    words('Cloud pets, series 1', 1000, 'Capsules,Popular', '6 figures and 1 secret one, soft, 5 cm high.'),
    words('Ocean friends', 800, 'Capsules', 'Whale, dolphin and turtle. 5 figures that hold a phone.'),
    words('Tiny tea sets', 1200, 'Capsules,New', 'Teapots at 1 to 12 with lids that open. 8 figures.'),
    words(
      'Glowing dinosaurs',
      [700, 1400],
      'Capsules',
      'Shine in the dark. 6 figures. Not for children under 3.',
    ),
    words(
      'Planets, secret edition',
      [1400, 3500],
      'Capsules,New',
      'Nine planets; the secret one is 1 of 72.',
    ),
  ],
  lipsticks: [],
  luckyBags: [],
  betel: [],
  daily: [
    words('Folding umbrella', 2490, 'Daily,Popular', 'Against sun, rain and wind. 24 cm when folded.'),
    words('Power bank 5000 mAh', 3900, 'Daily', 'Charged, allowed on planes, with a short cable.'),
    words('Charging cable 1 m', 1590, 'Daily', 'Fast charging, braided.'),
    words('Face masks, pack of 10', 450, 'Daily', 'Three layers, wrapped one by one.'),
    words('Travel toothbrush set', 890, 'Daily,New', 'Soft brush, 15 g of toothpaste and a cup.'),
    words('Tissues, 80 sheets', 250, 'Daily', 'Three layers, can be used wet.'),
  ],
  sessions: [
    words('Standard wash 30 min', 500, 'Laundry,Popular', 'Up to 8 kg, detergent included, 2 pulses.'),
    words('Dryer 40 min', 600, 'Laundry', 'Medium heat, 2 pulses.'),
    words('Massage chair 15 min', [500, 800], 'Leisure', 'Shoulders and back. Not with a pacemaker.'),
    words('Rocking car, one ride', 200, 'Leisure', '3 minutes with a song. With a parent, please.'),
  ],
}
