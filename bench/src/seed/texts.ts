/** Questions of people, for agents and models. */
export const QUESTIONS = [
  'Where is order 1042?',
  'How many days of holiday may I move to next year?',
  'How do I change the address of my order?',
  'Which day is the shop open the longest?',
  'Can I return a lamp without its box?',
  'Who approves travel above 500 euros?',
] as const;

/** Knowledge bases with their documents. */
export const DOCUMENTS: readonly { readonly name: string; readonly documents: Readonly<Record<string, string>> }[] = [
  {
    name: 'Handbook',
    documents: {
      'holidays.md':
        '# Holidays\n\nEverybody has 28 days a year. Five days may be moved to the next year and are used by the end of March.\n\nHolidays are requested two weeks before.',
      'travel.md':
        '# Travel\n\nTrains come first. A head of department approves travel above 500 euros.\n\nReceipts are handed in within 30 days.',
      'devices.md': '# Devices\n\nLaptops are renewed every four years. A lost device is reported within a day.',
    },
  },
  {
    name: 'Shop answers',
    documents: {
      'returns.md':
        '# Returns\n\nCustomers may send things back within 30 days, with or without the box. Shipping back is free above 40 euros.',
      'opening-hours.md': '# Opening hours\n\nThe shop is open from nine to six, and on Thursdays until nine.',
      'deliveries.md':
        '# Deliveries\n\nAn address can be changed until the parcel leaves the warehouse. Parcels take two to four days.',
    },
  },
  {
    name: 'Contracts',
    documents: {
      'data-processing.md':
        '# Data processing\n\nPersonal data is stored in the European Union and erased 90 days after a contract ends.',
      'liability.md': '# Liability\n\nLiability is limited to the fees of twelve months, except for intent.',
    },
  },
];

/** Cases of the evaluation. The simulator repeats what it is asked, so those whose answer is in the question pass. */
export const CASES = [
  { input: 'How do I send something back within 30 days?', expected: 'within 30 days' },
  { input: 'Is the shop open on Thursdays until nine?', expected: 'until nine' },
  { input: 'Where can I change my address?', expected: 'before the parcel leaves' },
  { input: 'Is shipping back free above 40 euros?', expected: 'above 40 euros' },
  { input: 'Do parcels take two to four days?', expected: 'two to four days' },
  { input: 'Who pays for a broken lamp?', expected: 'we replace it' },
  { input: 'May I return a lamp without its box?', expected: 'without its box' },
  { input: 'Can I pay by invoice?', expected: 'by invoice' },
  { input: 'How do I cancel an order?', expected: 'until it is packed' },
  { input: 'Do you ship to Norway?', expected: 'Norway' },
  { input: 'Is there a warranty of two years?', expected: 'two years' },
  { input: 'Can I speak to a person?', expected: 'person' },
] as const;

/** Conversations of the owner: a question and an answer in turn. */
export const CONVERSATIONS: readonly {
  readonly title: string;
  readonly shared?: boolean;
  readonly turns: readonly string[];
}[] = [
  {
    title: 'A lamp that came broken',
    shared: true,
    turns: [
      'A customer writes that the lamp in order 1042 came broken. What may I offer?',
      'You may offer a replacement at once, or the full price back. Ask for a photo of the damage and of the parcel: the carrier wants both within seven days.',
      'Draft the answer, please.',
      'Dear customer,\n\nI am sorry that your lamp arrived broken. We send a new one today, and you need not return the old one. Could you send us a photo of the lamp and of the parcel?\n\nKind regards',
    ],
  },
  {
    title: 'Release notes of the planner',
    turns: [
      'Write release notes: offline maps, faster search, a fix for doubled bookings.',
      '- **Offline maps**: save a city before you leave.\n- **Faster search**: results in half the time.\n- **Fixed**: a booking is never made twice.',
    ],
  },
  {
    title: 'Why did costs rise last week?',
    shared: true,
    turns: [
      'Our costs rose by a third last week. What should I look at first?',
      'Look at usage by key and compare it with the week before. A single key often explains most of it: a job that retries, or a test that was left running.',
    ],
  },
  {
    title: 'Names for the new filter',
    turns: [
      'Suggest five names for a filter of sustainable products.',
      'Lasting, Mindful, Repairable, Second life, Kind choice.',
    ],
  },
  {
    title: 'Explain this query plan',
    turns: [
      'Why does this query read the whole table?',
      'Its condition is on an expression, so the index on the column does not apply. Add an index on the expression, or compare the column itself.',
    ],
  },
];
