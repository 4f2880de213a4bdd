/** The default world: five messages in four threads, two of the threads unread. */
export const defaultSeed = {
  emailAddress: 'pat@example.com',
  displayName: 'Pat Rivera',
  labels: ['Receipts', 'Projects/Website'],
  messages: [
    {
      threadId: 'receipt',
      from: 'Paper & Ink <orders@paperink.example>',
      subject: 'Your receipt for order 4411',
      text: 'Hello Pat,\n\nthank you for your order. You paid $84.50 for:\n\n- 2 boxes of A4 paper\n- 1 toner cartridge\n\nPaper & Ink\n',
      labels: ['INBOX', 'CATEGORY_UPDATES', 'Receipts'],
      attachments: [
        { filename: 'receipt-4411.csv', mimeType: 'text/csv', content: 'item,quantity,price\npaper,2,19.75\ntoner,1,45.00\n' },
      ],
    },
    {
      threadId: 'website',
      from: 'Jordan Lee <jordan@example.com>',
      cc: 'Sam Okafor <sam@example.com>',
      subject: 'Website launch date',
      text: 'Hi Pat,\n\nthe agency can launch the new website on Tuesday or on Thursday. Which day suits you?\n\nJordan\n',
      labels: ['INBOX', 'IMPORTANT', 'CATEGORY_PERSONAL', 'Projects/Website'],
    },
    {
      threadId: 'website',
      from: 'Pat Rivera <pat@example.com>',
      to: 'Jordan Lee <jordan@example.com>',
      cc: 'Sam Okafor <sam@example.com>',
      text: 'Thursday, please. On Tuesday we are all at the trade fair.\n\nPat\n',
      labels: ['SENT', 'Projects/Website'],
    },
    {
      threadId: 'invoice',
      from: 'Morgan Chen <morgan@brightdesk.example>',
      subject: 'Invoice 2093 is overdue',
      text: 'Dear Pat,\n\nour invoice 2093 of $1,250.00 was due last Friday. Could you tell me when we can expect the payment?\n\nBest regards\nMorgan Chen\nBrightdesk\n',
      labels: ['INBOX', 'IMPORTANT', 'CATEGORY_PERSONAL'],
      unread: true,
    },
    {
      threadId: 'newsletter',
      from: 'Office Weekly <news@officeweekly.example>',
      subject: 'Five ways to run a shorter meeting',
      text: 'This week: standing meetings, silent reading, and three more. Read on at officeweekly.example.\n',
      html: '<h1>Five ways to run a shorter meeting</h1><p>This week: standing meetings, silent reading, and three more.</p>',
      headers: {
        'List-ID': 'Office Weekly <weekly.officeweekly.example>',
        'List-Unsubscribe': '<mailto:leave@officeweekly.example>',
      },
      labels: ['INBOX', 'CATEGORY_PROMOTIONS'],
      unread: true,
    },
  ],
};
