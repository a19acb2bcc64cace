/** The payer's postal address, which the payee gets with every order that does not say that nothing is shipped. */
export const buyersAddress = {
  name: { full_name: 'Sandbox Buyer' },
  address: {
    address_line_1: 'Whittaker House',
    address_line_2: '2 Whittaker Avenue',
    admin_area_2: 'Richmond',
    postal_code: 'TW9 1EH',
    country_code: 'GB',
  },
}
