/** The people of Brightdesk, who sell software for shops: invented, as are their customers. */
export const COLLEAGUES = [
  ['Maren Dahl', 'maren', 'Head of support'],
  ['Tariq Haas', 'tariq', 'Platform engineer'],
  ['Ines Lopes', 'ines', 'Platform engineer'],
  ['Jonas Berg', 'jonas', 'Payments engineer'],
  ['Nadia Orlov', 'nadia', 'Payments engineer'],
  ['Kofi Mbeki', 'kofi', 'Product manager'],
  ['Hana Sato', 'hana', 'Designer'],
  ['Viktor Novak', 'viktor', 'Web engineer'],
  ['Leila Rahmani', 'leila', 'Web engineer'],
  ['Hugo Fontana', 'hugo', 'Finance'],
  ['Greta Weiss', 'greta', 'Customer success'],
  ['Emeka Okafor', 'emeka', 'Data engineer'],
] as const;

const GIVEN =
  'Ada Amara Beatriz Bilal Carmen Chidi Clara Dario Delia Elif Farah Felix Ivan Kaya Linus Marta Mei Milo Noor Omar Paula Quentin Rana Ravi Sofia Tessa Uma Yara'.split(
    ' ',
  );
const FAMILY =
  'Abara Almeida Brandt Castell Demir Eriks Farrow Garba Hollis Ibarra Jansen Kessler Kimura Lindqvist Maren Nilsen Pereira Quist Rossi Sandoval Tamm Teller Ueda Varga Wolde Yildiz Zeller'.split(
    ' ',
  );
const SHOPS =
  'Lantern Harbour Copper Juniper Saddle Orchard Velvet Beacon Thistle Marble Willow Anchor Cinder Meadow Walnut Ember Harvest Kestrel Linden Pebble'.split(
    ' ',
  );
const TRADES = ['Books', 'Bakery', 'Bikes', 'Tea', 'Ceramics', 'Garden', 'Records', 'Shoes', 'Toys', 'Coffee'];

export interface Customer {
  name: string;
  email: string;
  shop: string;
}

/** The nth customer, each with a shop of its own: up to 200. */
export function customer(n: number): Customer {
  const shop = `${SHOPS[n % SHOPS.length]} ${TRADES[(n + Math.floor(n / SHOPS.length)) % TRADES.length]}`;
  const name = `${GIVEN[n % GIVEN.length]} ${FAMILY[(n * 5 + Math.floor(n / GIVEN.length)) % FAMILY.length]}`;
  const [given = '', family = ''] = name.toLowerCase().split(' ');
  return { name, shop, email: `${given}.${family}@${shop.toLowerCase().replace(' ', '-')}.example` };
}
