import os

import guard  # noqa: F401
import stripe

stripe.api_base, stripe.api_key = os.environ["URL"], os.environ["TOKEN"]

customer = stripe.Customer.create(name="Ada", metadata={"a": "b"}, address={"line1": "1 Main Street"})
assert stripe.Customer.modify(customer.id, metadata={"a": ""}).metadata == {}

# Pages turn by themselves.
seeded = [one.name for one in stripe.Customer.list(limit=10).auto_paging_iter() if one.id.startswith("cus_seed")]
assert seeded == [f"Customer {index}" for index in reversed(range(25))], seeded

# A payment: held, captured in part, refunded.
held = stripe.PaymentIntent.create(
    amount=2000,
    currency="usd",
    customer=customer.id,
    capture_method="manual",
    payment_method="pm_card_visa",
    payment_method_types=["card"],
    confirm=True,
    expand=["latest_charge", "customer"],
)
assert (held.status, held.customer.name, held.latest_charge.captured) == ("requires_capture", "Ada", False)
paid = stripe.PaymentIntent.capture(held.id, amount_to_capture=1500)
assert (paid.status, paid.amount_received) == ("succeeded", 1500)
first = stripe.Refund.create(payment_intent=paid.id, amount=100, idempotency_key="once")
again = stripe.Refund.create(payment_intent=paid.id, amount=100, idempotency_key="once")
assert first.id == again.id
assert [refund.amount for refund in stripe.Refund.list(payment_intent=paid.id, limit=1).auto_paging_iter()] == [100]

# Refusals are the client's own errors.
try:
    stripe.PaymentIntent.create(amount=2000, currency="usd", payment_method="pm_card_chargeDeclined", payment_method_types=["card"], confirm=True)
    raise AssertionError("the card was not refused")
except stripe.error.CardError as error:
    assert (error.http_status, error.code) == (402, "card_declined")
try:
    stripe.Customer.create(foo=1)
    raise AssertionError("the parameter was not refused")
except stripe.error.InvalidRequestError as error:
    assert (error.http_status, error.code, error.param) == (400, "parameter_unknown", "foo")
try:
    stripe.Refund.create(payment_intent=paid.id, amount=1401)
    raise AssertionError("more was refunded than paid")
except stripe.error.InvalidRequestError as error:
    assert (error.http_status, error.param) == (400, "amount")

# Billing.
product = stripe.Product.create(name="Plan")
price = stripe.Price.create(product=product.id, unit_amount=500, currency="usd", recurring={"interval": "month"})
method = stripe.PaymentMethod.attach("pm_card_visa", customer=customer.id)
subscription = stripe.Subscription.create(
    customer=customer.id, items=[{"price": price.id}], default_payment_method=method.id
)
assert subscription.status == "active"
assert stripe.Subscription.delete(subscription.id).status == "canceled"
assert stripe.Customer.delete(customer.id).deleted
assert "customer.deleted" in [event.type for event in stripe.Event.list(limit=5).data]
